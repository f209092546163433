import type { ReportFormatId } from './format-ids.ts'
import { cyclonedx } from './cyclonedx.ts'
import { github } from './github.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import type { ReportFormat } from './report-format.ts'
import { sarif } from './sarif.ts'
import { table } from './table.ts'

/** Every format of scan reports, by the value of `--format`. */
export const reportFormats: Readonly<Record<ReportFormatId, ReportFormat>> = {
  table,
  json,
  sarif,
  cyclonedx,
  markdown,
  html,
  github,
}
