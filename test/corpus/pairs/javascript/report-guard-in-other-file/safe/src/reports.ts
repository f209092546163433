import { join } from 'node:path'
import { readdir, rm } from 'node:fs/promises'
import { REPORTS, assertInside } from './paths.js'

export async function listReports(): Promise<string[]> {
  return readdir(REPORTS)
}

export async function deleteReport(report: string): Promise<void> {
  const file = join(REPORTS, report)
  assertInside(REPORTS, file)
  await rm(file, { force: true })
}
