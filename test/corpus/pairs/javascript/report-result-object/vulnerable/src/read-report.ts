import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { reportsFolder } from './reports-folder.ts'

export async function readReport(path: string): Promise<string> {
  return await readFile(resolve(reportsFolder, path), 'utf8')
}
