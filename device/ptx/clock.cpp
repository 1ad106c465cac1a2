#include "device/ptx/clock.h"

#include <algorithm>

namespace semcheck::ptx {

namespace {

bool covers(const Times& a, const Times& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](std::uint32_t x, std::uint32_t y) { return x >= y; });
}

Knowledge::const_iterator place_of(const Knowledge& knowledge, std::uint32_t block) {
  return std::lower_bound(knowledge.begin(), knowledge.end(), block,
                          [](const BlockTimes& each, std::uint32_t value) { return each.block < value; });
}

}  // namespace

const Times* known(const Knowledge* knowledge, std::uint32_t block) {
  if (!knowledge) return nullptr;
  const auto place = place_of(*knowledge, block);
  return place != knowledge->end() && place->block == block ? place->times.get() : nullptr;
}

void learn(TimesPointer& times, const TimesPointer& from) {
  if (!from || times == from) return;
  if (!times || covers(*from, *times)) {
    times = from;
  } else if (!covers(*times, *from)) {
    auto both = std::make_shared<Times>(*times);
    for (std::size_t i = 0; i < both->size(); ++i) (*both)[i] = std::max((*both)[i], (*from)[i]);
    times = std::move(both);
  }
}

void learn(Knowledge& knowledge, const BlockTimes& from) {
  const auto place = knowledge.begin() + (place_of(knowledge, from.block) - knowledge.cbegin());
  if (place != knowledge.end() && place->block == from.block) {
    learn(place->times, from.times);
  } else if (from.times) {
    knowledge.insert(place, from);
  }
}

void learn(KnowledgePointer& knowledge, const Knowledge& from) {
  if (from.empty() || knowledge.get() == &from) return;
  auto both = knowledge ? std::make_shared<Knowledge>(*knowledge) : std::make_shared<Knowledge>();
  for (const BlockTimes& each : from) learn(*both, each);
  knowledge = std::move(both);
}

void learn(Clock& clock, const Clock& from) {
  learn(clock.own, from.own);
  if (from.others) learn(clock.others, *from.others);
}

Clock meet(std::span<ThreadClock> block, std::span<const std::uint32_t> threads) {
  Clock all;
  TimesPointer last;  // threads that met before share what they know
  for (const std::uint32_t thread : threads) {
    const Clock& knows = block[thread].knows;
    if (knows.own != last || knows.others != all.others) learn(all, knows);
    last = knows.own;
  }
  auto times = all.own ? std::make_shared<Times>(*all.own) : std::make_shared<Times>(block.size());
  for (const std::uint32_t thread : threads) (*times)[thread] = block[thread].time++;
  all.own = std::move(times);
  return all;
}

}  // namespace semcheck::ptx
