#include "device/ptx/names.h"

#include <algorithm>
#include <array>

namespace semcheck::ptx {

namespace {

struct SpecialRow {
  std::string_view name;
  Special special;
};

constexpr auto kSpecials = std::to_array<SpecialRow>({
    {"%tid.x", Special::tid_x},
    {"%tid.y", Special::tid_y},
    {"%tid.z", Special::tid_z},
    {"%ntid.x", Special::ntid_x},
    {"%ntid.y", Special::ntid_y},
    {"%ntid.z", Special::ntid_z},
    {"%ctaid.x", Special::ctaid_x},
    {"%ctaid.y", Special::ctaid_y},
    {"%ctaid.z", Special::ctaid_z},
    {"%nctaid.x", Special::nctaid_x},
    {"%nctaid.y", Special::nctaid_y},
    {"%nctaid.z", Special::nctaid_z},
    {"%laneid", Special::laneid},
    {"%warpid", Special::warpid},
    {"%nwarpid", Special::nwarpid},
    {"%lanemask_eq", Special::lanemask_eq},
    {"%lanemask_le", Special::lanemask_le},
    {"%lanemask_lt", Special::lanemask_lt},
    {"%lanemask_ge", Special::lanemask_ge},
    {"%lanemask_gt", Special::lanemask_gt},
    {"%dynamic_smem_size", Special::dynamic_smem_size},
});

// PTX ISA, Special Registers: clocks, the machine's numbers, and what a driver or tool leaves there.
constexpr auto kArbitrary = std::to_array<std::string_view>(
    {"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi", "%smid", "%nsmid",
     "%gridid", "%pm", "%envreg", "%reserved_smem_offset", "%total_smem_size"});

}  // namespace

std::optional<RangeName> split_range_name(std::string_view name) {
  constexpr std::size_t kMostDigits = 7;
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size()) return std::nullopt;
  const std::string_view digits = name.substr(last + 1);
  if (digits.size() > kMostDigits || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  std::uint32_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  return RangeName{name.substr(0, last + 1), number};
}

bool is_arbitrary_special(std::string_view name) {
  const std::string_view stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
  return std::any_of(kArbitrary.begin(), kArbitrary.end(),
                     [&](std::string_view each) { return each == name || each == stem; });
}

std::optional<Special> special_named(std::string_view name) {
  for (const SpecialRow& each : kSpecials) {
    if (each.name == name) return each.special;
  }
  return std::nullopt;
}

}  // namespace semcheck::ptx
