import type { Verdict } from '../../../engine/model/scan.ts'
import type { Tone } from '../parts/tones.ts'

export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  pass: 'good',
  fail: 'bad',
  partial: 'fair',
  'nothing-scanned': 'calm',
  error: 'calm',
}

export const verdictNames: Readonly<Record<Verdict, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  partial: 'Partial',
  'nothing-scanned': 'Nothing scanned',
  error: 'Error',
}
