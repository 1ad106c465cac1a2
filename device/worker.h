#pragma once

#include "device/gpu.h"
#include "device/worker_protocol.h"

namespace semcheck {

/// The hidden first argument that makes the program a worker.
inline constexpr const char* kWorkerArgument = "__worker";

/// The main function of a worker: `PROGRAM __worker SOCKET MEMORY ORDINAL`, started by the CUDA device with two
/// inherited file descriptors. Returns the exit code.
int worker_main(int argc, char** argv);

/// Tells the parent about the GPU, then answers requests until the parent closes the socket or the context is lost.
/// @param socket  a connected SOCK_SEQPACKET socket
/// @param memory  the shared memory that requests point into
/// Returns the exit code.
int serve(Gpu& gpu, int socket, int memory);

/// Ends this process as soon as the other end of the socket is closed, whatever the GPU is doing.
void end_with_parent(int socket);

}  // namespace semcheck
