import type colors from 'picocolors'
import type { Verdict } from '../../model/scan.ts'
import type { Severity } from '../../model/severity.ts'

/** Color functions. If the output has no colors, each returns its text unchanged. */
export type Paint = ReturnType<typeof colors.createColors>

export function severityPaint(severity: Severity, paint: Paint): (text: string) => string {
  return { critical: paint.magenta, high: paint.red, medium: paint.yellow, low: paint.cyan, info: paint.dim }[severity]
}

export function verdictPaint(verdict: Verdict, paint: Paint): (text: string) => string {
  return {
    pass: paint.green,
    fail: paint.red,
    partial: paint.yellow,
    'nothing-scanned': paint.yellow,
    error: paint.yellow,
  }[verdict]
}

export function gradePaint(grade: string, paint: Paint): (text: string) => string {
  return grade.startsWith('A') ? paint.bgGreen : grade === 'F' || grade === 'D' ? paint.bgRed : paint.bgYellow
}
