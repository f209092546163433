import type { Verdict } from '../../../engine/model/scan.ts'
import type { Tone } from '../parts/tones.ts'

/** How a verdict looks. */
export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  pass: 'good',
  fail: 'bad',
  partial: 'fair',
  'nothing-scanned': 'calm',
  error: 'calm',
}

/** How a verdict is called. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  partial: 'Partial',
  'nothing-scanned': 'Nothing scanned',
  error: 'Error',
}
