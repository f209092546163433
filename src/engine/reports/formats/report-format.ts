import type { Component } from '../../model/component.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { ScanReport } from '../../model/scan-report.ts'

/** Where a report is shown, and what it shows besides findings. */
export interface ReportView {
  /** Width of the terminal in columns. */
  readonly columns: number
  readonly color: boolean
  /** Lists all material that the scan did not analyze. Only the format `table` has a shorter form. */
  readonly isVerbose?: boolean
  /** Absolute path of the folder from which the command was called. */
  readonly folder: string
  /** Rules that findings refer to. Empty for formats that do not show rules. */
  readonly rules: readonly RuleDocument[]
  /** Returns the components of a scanned project, which its report does not contain. */
  readonly componentsOf: (report: ScanReport) => readonly Component[]
}

/** A format of scan reports. */
export interface ReportFormat {
  /** Whether it needs the rules of the view. Default: false. */
  readonly showsRules?: true
  /** Whether it needs the components of the view. Default: false. */
  readonly showsComponents?: true
  /** True if one document contains all targets. Otherwise, each target has its own document. */
  readonly isJoint: boolean
  /** Returns a complete document that ends with a line break. */
  render(reports: readonly ScanReport[], view: ReportView): string
}
