#pragma once

#include <vector>

#include "core/run/evidence.h"

namespace semcheck {

/// Who is to blame for each rule that a trial breaks: every mismatching case is followed from the source down to the
/// machine. Laws are not among them (law_blames).
/// @param siblings  the trials of the same build, among them that of the other path
std::vector<Blame> rule_blames(const Spec& spec, const Workload& work, const Trial& trial, const Judgement& judgement,
                               const std::vector<Trial>& siblings, Evidence& evidence);

/// Who is to blame for each law that a trial breaks: the laws are checked again on what each layer gives.
std::vector<Blame> law_blames(const Spec& spec, const Workload& work, const Trial& trial, const Judgement& judgement,
                              Evidence& evidence);

}  // namespace semcheck
