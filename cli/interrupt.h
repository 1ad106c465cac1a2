#pragma once

#include <atomic>

namespace semcheck {

/// From now on SIGINT and SIGTERM set the returned flag, so that work can end cleanly; a second one ends the process at
/// once with the exit code of an interrupted run.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace semcheck
