import type { Component } from '../../model/component.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { ScanReport } from '../../model/scan-report.ts'

/** A report's display settings, and additional data for it. */
export interface ReportView {
  /** Width of the terminal in columns. */
  readonly columns: number
  readonly color: boolean
  /** True to list everything that the scan did not analyze. Only the format `table` has a shorter form. */
  readonly isVerbose?: boolean
  /** Absolute path of the folder in which the command runs. */
  readonly folder: string
  /** Rules that findings refer to. Empty for formats that do not show rules. */
  readonly rules: readonly RuleDocument[]
  /** Returns the components of a scanned project. They are not part of the report itself. */
  readonly componentsOf: (report: ScanReport) => readonly Component[]
}

/** Format for scan reports. */
export interface ReportFormat {
  /** True if the format uses the view's `rules`. Defaults to false. */
  readonly showsRules?: true
  /** True if the format uses the view's `componentsOf`. Defaults to false. */
  readonly showsComponents?: true
  /** True if one document contains all targets. Otherwise each target has its own document. */
  readonly isJoint: boolean
  /** Renders a complete document that ends with a line break. */
  render(reports: readonly ScanReport[], view: ReportView): string
}
