#include "cli/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace semcheck {

void open_log(const Terminal& terminal, bool verbose) {
  // spdlog asks the terminal only; the decision about colour is ours.
  const auto mode = terminal.color_err ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto logger =
      std::make_shared<spdlog::logger>("semcheck", std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode));
  logger->set_pattern("semcheck: %^%l:%$ %v");
  logger->set_level(verbose ? spdlog::level::debug : spdlog::level::warn);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace semcheck
