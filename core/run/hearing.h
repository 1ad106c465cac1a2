#pragma once

#include <string>
#include <vector>

#include "core/run/evidence.h"

namespace semcheck {

/// What is followed down the layers: bits that one variant gave for some cases down one path.
struct Suspect {
  const Kernel& kernel;
  const Cases& cases;
  const SupplyWork* supply;             ///< null where the cases came from arrays
  const std::vector<Bits>& bits;        ///< one pattern for each case
  const std::vector<Bits>* other_path;  ///< what the other path gave; null where there is none
};

/// What each layer makes of the wrong cases of a suspect.
class Hearing {
 public:
  /// @param numbers  of the wrong cases, ascending
  Hearing(const Suspect& suspect, std::vector<std::size_t> numbers, Evidence& evidence);
  Hearing(const Hearing&) = delete;
  Hearing& operator=(const Hearing&) = delete;

  Testimony testimony(std::size_t number) const;
  std::vector<Bits> witness(std::size_t number) const { return witnesses_.at(place(number)); }
  const std::string& source_missing() const { return source_.why_not; }
  const std::string& ptx_missing() const { return ptx_.why_not; }

 private:
  std::size_t place(std::size_t number) const;
  void lay_out();
  std::vector<Bits> narrowed(const std::vector<Bits>& all) const;
  Statement narrowed_to_witnesses(Statement statement) const;
  void hear_assemblers();

  const Suspect suspect_;
  Evidence& evidence_;
  std::vector<std::size_t> numbers_;
  Cases witnesses_;
  const Feed array_{};
  Question question_;
  std::vector<Bits> device_, other_path_;
  Statement source_, ptx_, other_level_, other_path_and_level_;
};

}  // namespace semcheck
