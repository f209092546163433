/**
 * Values of `--format`, with the default first. Separate from the formats themselves, so that help texts load none of
 * them.
 */
export const reportFormatIds = [
  'table',
  'json',
  'sarif',
  'cyclonedx',
  'spdx',
  'openvex',
  'markdown',
  'html',
  'github',
] as const
export type ReportFormatId = (typeof reportFormatIds)[number]
