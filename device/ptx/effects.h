#pragma once

#include "device/ptx/warp.h"

namespace semcheck::ptx {

// Instructions that do more than compute one destination of a lane from its sources.

void set_predicates(Warp& warp, const Instruction& instruction, Lanes lanes);
void set_predicates_of_pair(Warp& warp, const Instruction& instruction, Lanes lanes);
void pack_elements(Warp& warp, const Instruction& instruction, Lanes lanes);
void unpack_elements(Warp& warp, const Instruction& instruction, Lanes lanes);
void load(Warp& warp, const Instruction& instruction, Lanes lanes);
void store(Warp& warp, const Instruction& instruction, Lanes lanes);
void branch(Warp& warp, const Instruction& instruction, Lanes lanes);
void leave(Warp& warp, const Instruction& instruction, Lanes lanes);
void trap(Warp& warp, const Instruction& instruction, Lanes lanes);
void pass(Warp& warp, const Instruction& instruction, Lanes lanes);
void fence_memory(Warp& warp, const Instruction& instruction, Lanes lanes);
void synchronise(Warp& warp, const Instruction& instruction, Lanes lanes);
void arrive_only(Warp& warp, const Instruction& instruction, Lanes lanes);
void count_at_barrier(Warp& warp, const Instruction& instruction, Lanes lanes);
void combine_at_barrier(Warp& warp, const Instruction& instruction, Lanes lanes);
void synchronise_warp(Warp& warp, const Instruction& instruction, Lanes lanes);
void shuffle(Warp& warp, const Instruction& instruction, Lanes lanes);
void vote_all(Warp& warp, const Instruction& instruction, Lanes lanes);
void vote_any(Warp& warp, const Instruction& instruction, Lanes lanes);
void vote_uniform(Warp& warp, const Instruction& instruction, Lanes lanes);
void vote_ballot(Warp& warp, const Instruction& instruction, Lanes lanes);
void match_any(Warp& warp, const Instruction& instruction, Lanes lanes);
void match_all(Warp& warp, const Instruction& instruction, Lanes lanes);
void elect(Warp& warp, const Instruction& instruction, Lanes lanes);
void active_mask(Warp& warp, const Instruction& instruction, Lanes lanes);

}  // namespace semcheck::ptx
