/** Values of `--format`. The first one is the default. Help texts use this list, because it loads no format. */
export const reportFormatIds = ['table', 'json', 'sarif', 'cyclonedx', 'spdx', 'markdown', 'html', 'github'] as const
export type ReportFormatId = (typeof reportFormatIds)[number]
