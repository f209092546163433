import type { ReportFormatId } from './format-ids.ts'
import type { ReportFormat } from './report-format.ts'

/** Report formats by `--format` value. Each is imported on first use, because CycloneDX takes 60 ms to load. */
export const reportFormats: Readonly<Record<ReportFormatId, () => Promise<ReportFormat>>> = {
  table: async () => (await import('./table.ts')).table,
  json: async () => (await import('./json.ts')).json,
  sarif: async () => (await import('./sarif.ts')).sarif,
  cyclonedx: async () => (await import('./cyclonedx.ts')).cyclonedx,
  spdx: async () => (await import('./spdx.ts')).spdx,
  openvex: async () => (await import('./openvex.ts')).openvex,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('./html.ts')).html,
  github: async () => (await import('./github.ts')).github,
}
