# Runs the tests against a mutant. It is caught when a test fails; a crash or a pass is no catch.
#
#   cmake -D PROGRAM=<test program> -P expect_caught.cmake

execute_process(COMMAND ${PROGRAM} --gtest_brief=1 RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 1 OR NOT output MATCHES "FAILED")
  message(FATAL_ERROR "the tests did not catch this mutant (exit ${status})")
endif()
