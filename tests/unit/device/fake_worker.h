#pragma once

#include <string>
#include <vector>

namespace semcheck::testing {

/// The command that starts this test program as a worker whose GPU is a fake. What a launch does is decided by the name
/// of its kernel, what a start does by the number of the GPU:
///
///   first         stores operand x as the result       hang          never ends
///   crash         dies of a segmentation fault         leave         exits with code 3
///   trap          loses the context                    refuse        fails, and can go on
///   short         sends part of a reply                garbage       sends bytes that are no reply
///   stray         writes behind the results             chain         runs a chain of 32-bit numbers
///
/// A measurement and a sweep obey hang, crash, trap and refuse as well; of other measurements the times are numbers of
/// the request (see the fake), and under `small` there is no room for more than 60 MiB.
///
/// It does not load the image "bad image", nor "say the level", whose error is the level of the driver's compiler.
std::vector<std::string> fake_worker_command();

/// GPU numbers: one that works, two that sweep on the PTX interpreter, one that does and is of another compute
/// capability, one that is not there, one whose worker dies at once.
inline constexpr int kGoodGpu = 0;
inline constexpr int kSweepingGpu = 1;
inline constexpr int kSecondSweepingGpu = 2;
inline constexpr int kNewerGpu = 3;
inline constexpr int kNoGpu = 4;
inline constexpr int kDeadlyGpu = 5;

/// The main function of such a worker.
int fake_worker_main(int argc, char** argv);

}  // namespace semcheck::testing
