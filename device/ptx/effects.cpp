#include "device/ptx/effects.h"

#include "device/ptx/lanes.h"
#include "device/ptx/schedule.h"
#include "device/ptx/semantics_compare.h"

namespace semcheck::ptx {

namespace {

/// A comparison, in the lanes wanted, of what stands from bit `shift` on in the operands.
template <Word (*Compare)(const Form&, Word, Word, Word)>
LaneWords compare_lanes(Warp& warp, const Instruction& instruction, Lanes lanes, unsigned shift) {
  const Form form = instruction.form;
  const Word mask = low_bits(form.source_width);
  const Word* a = warp.lanes(instruction.s[0]);
  const Word* b = warp.lanes(instruction.s[1]);
  const Word* c = warp.lanes(instruction.s[2]);
  LaneWords result;
  compute_lanes(lanes, [&](unsigned lane) {
    result[lane] = Compare(form, (a[lane] >> shift) & mask, (b[lane] >> shift) & mask, c[lane]);
  });
  return result;
}

void write_predicates(Warp& warp, const Instruction& instruction, Lanes lanes, const LaneWords& p, const LaneWords& q) {
  if (instruction.d[0] != kNoSlot) write(warp.lanes(instruction.d[0]), p, lanes);
  if (instruction.d[1] != kNoSlot) write(warp.lanes(instruction.d[1]), q, lanes);
}

}  // namespace

void set_predicates(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const LaneWords p = compare_lanes<&compare<Word>>(warp, instruction, lanes, 0);
  if (instruction.d[1] == kNoSlot) return write_predicates(warp, instruction, lanes, p, p);
  write_predicates(warp, instruction, lanes, p, compare_lanes<&compare_complement<Word>>(warp, instruction, lanes, 0));
}

// PTX ISA, setp on .f16x2 and .bf16x2: p compares the lower halves, q the upper ones.
void set_predicates_of_pair(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const LaneWords p = compare_lanes<&compare<Word>>(warp, instruction, lanes, 0);
  write_predicates(warp, instruction, lanes, p, compare_lanes<&compare<Word>>(warp, instruction, lanes, 16));
}

// PTX ISA, mov: d = {a, b, …}: the first element is the least significant.
void pack_elements(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const unsigned width = instruction.form.width / instruction.elements;
  LaneWords result{};
  for (unsigned i = 0; i < instruction.elements; ++i) {
    const Word* source = warp.lanes(instruction.s[i]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) result[lane] |= source[lane] << (i * width);
  }
  write(warp.lanes(instruction.d[0]), result, lanes);
}

// PTX ISA, mov: {d, e, …} = a: the first element is the least significant.
void unpack_elements(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const unsigned width = instruction.form.width / instruction.elements;
  const Word mask = low_bits(width);
  const LaneWords source = copy_lanes(warp.lanes(instruction.s[0]));
  for (unsigned i = 0; i < instruction.elements; ++i) {
    LaneWords result;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) result[lane] = (source[lane] >> (i * width)) & mask;
    if (instruction.d[i] != kNoSlot) write(warp.lanes(instruction.d[i]), result, lanes);
  }
}

void branch(Warp& warp, const Instruction& instruction, Lanes lanes) {
  if (lanes != warp.active) return divert(warp, {instruction.target, lanes});
  warp.pc = instruction.target;
}

void leave(Warp& warp, const Instruction&, Lanes lanes) {
  warp.active &= ~lanes;
  warp.alive &= ~lanes;
}

void trap(Warp& warp, const Instruction&, Lanes lanes) {
  trap_at(warp, static_cast<unsigned>(std::countr_zero(lanes)), "trap");
}

}  // namespace semcheck::ptx
