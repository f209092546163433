import type { Verdict } from '../../../engine/model/scan.ts'
import type { Tone } from '../parts/tones.ts'

/** Tone of each verdict. */
export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  pass: 'good',
  fail: 'bad',
  partial: 'fair',
  'nothing-scanned': 'calm',
  error: 'calm',
}

/** Display name of each verdict. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  partial: 'Partial',
  'nothing-scanned': 'Nothing scanned',
  error: 'Error',
}
