# The mutants of the reference, one line each: name, what stands in core/reference/extremum.h, what takes its place.

macro(semcheck_mutants)
  # rule nan
  semcheck_mutant(nan_propagate_returns_number "case Nan::propagate: return false" "case Nan::propagate: return true")
  semcheck_mutant(nan_ignore_returns_nan "case Nan::ignore: return true" "case Nan::ignore: return false")
  semcheck_mutant(nan_first_is_second "case Nan::first: return !first_is_nan" "case Nan::first: return first_is_nan")
  semcheck_mutant(nan_second_is_first "case Nan::second: return first_is_nan" "case Nan::second: return !first_is_nan")
  semcheck_mutant(nan_dominant_is_any_infinity "is_infinite(f, number) && is_negative" "is_infinite(f, number) || is_negative")
  semcheck_mutant(nan_dominant_sign_swapped "(which == Extremum::min)" "(which == Extremum::max)")
  semcheck_mutant(nan_number_is_the_nan "number = first_is_nan ? z : x" "number = first_is_nan ? x : z")
  semcheck_mutant(nan_both_gives_an_operand "!forced && !both &&" "!forced &&")
  semcheck_mutant(nan_undefined_is_checked "if (choice.nan == Nan::undefined)" "if (false)")
  # rule nan_result
  semcheck_mutant(nan_result_canonical_is_operand "choice.nan_result == NanResult::canonical" "false")
  semcheck_mutant(nan_result_first_is_last "return is_nan(f, x) ? x : z" "return is_nan(f, z) ? z : x")
  semcheck_mutant(nan_result_second_is_first "return is_nan(f, z) ? z : x" "return is_nan(f, x) ? x : z")
  semcheck_mutant(nan_result_selected_ignores_nan "NanResult::selected && choice.nan == Nan::second" "NanResult::selected && false")
  semcheck_mutant(nan_result_any_is_signaling_too "verbatim ? OutcomeKind::any_nan" "true ? OutcomeKind::any_nan")
  # rule snan
  semcheck_mutant(snan_quiet_keeps_bits "verbatim ? operand : quieted(f, operand)" "operand")
  semcheck_mutant(snan_verbatim_quiets "verbatim ? operand : quieted(f, operand)" "quieted(f, operand)")
  semcheck_mutant(snan_propagate_does_nothing "choice.snan == Snan::propagate &&" "false &&")
  semcheck_mutant(snan_propagate_sees_one_operand "(is_signaling(f, x) || is_signaling(f, z))" "is_signaling(f, x)")
  # rules signed_zero and tie
  semcheck_mutant(zeros_always_equal "choice.tie != Tie::none && ties(choice, f, a, b)" "equal_numbers(f, a, b)")
  semcheck_mutant(zeros_never_equal "equal_numbers(f, a, b)" "a == b")
  semcheck_mutant(zeros_any_is_one_of_them "choice.signed_zero == SignedZero::any &&" "false &&")
  semcheck_mutant(tie_first_is_second "return choice.tie == Tie::first ||" "return choice.tie == Tie::second ||")
  semcheck_mutant(tie_lowest_index_is_highest "choice.tie == Tie::lowest_index" "choice.tie == Tie::highest_index")
  # order
  semcheck_mutant(max_is_min "(order_key(f, a) > order_key(f, b)) == (which == Extremum::max)" "order_key(f, a) > order_key(f, b)")
  semcheck_mutant(order_ignores_negatives "(order_key(f, a) > order_key(f, b))" "(a > b)")
  # rule subnormal
  semcheck_mutant(flush_does_nothing "choice.subnormal == Subnormal::flush ?" "false ?")
  semcheck_mutant(flush_compare_does_nothing "choice.subnormal == Subnormal::flush_compare ?" "false ?")
  semcheck_mutant(flush_compare_returns_flushed "first ? a : b);\n}\n\nSEMCHECK_HD constexpr Outcome floating"
                  "flushed(f, first ? a : b));\n}\n\nSEMCHECK_HD constexpr Outcome floating")
  # rules infinity, abs and sign
  semcheck_mutant(infinity_undefined_sees_one_operand "(is_infinite(f, x) || is_infinite(f, z))" "is_infinite(f, x)")
  semcheck_mutant(abs_does_nothing "choice.sign != Sign::larger_magnitude ? magnitude(f, seen)" "false ? magnitude(f, seen)")
  semcheck_mutant(xorsign_is_or "((x ^ z) & sign_mask(f))" "((x | z) & sign_mask(f))")
  semcheck_mutant(larger_magnitude_is_smaller "(magnitude(f, a) > magnitude(f, b))" "(magnitude(f, a) < magnitude(f, b))")
  # rule signedness
  semcheck_mutant(integers_always_unsigned "x_negative == z_negative ? a > b : z_negative" "a > b")
  semcheck_mutant(promotion_of_narrow_types "x.kind == NumberKind::unsigned_integer && x.width >= 32" "x.kind == NumberKind::unsigned_integer")
  semcheck_mutant(promotion_to_the_narrower_type "xf.width > zf.width ?" "xf.width < zf.width ?")
  semcheck_mutant(promotion_does_nothing "choice.signedness == Signedness::promote &&" "false &&")
  semcheck_mutant(result_is_not_cut_to_its_width "extended(zf, z)) & value_mask(result)" "extended(zf, z))")
endmacro()
