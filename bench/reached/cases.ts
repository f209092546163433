import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const caseFile = z.strictObject({
  /** ID or alias of the advisory, for example a CVE ID. */
  advisory: z.string().min(1),
  /** Name of the vulnerable package, as reports write it. */
  package: z.string().min(1),
  version: z.string().min(1),
})

/** Whether a program uses the vulnerable code of its case, or other code of the same package. */
export type ProgramKind = 'exploit' | 'harmless'

/** A vulnerability, and the folders of two projects that install the vulnerable version. */
export interface ProgramCase extends z.infer<typeof caseFile> {
  readonly name: string
  readonly folders: Readonly<Record<ProgramKind, string>>
}

/** Reads the cases of a folder, ordered by name. */
export function readCases(folder: string): ProgramCase[] {
  return globSync('*/case.json', { cwd: folder })
    .toSorted()
    .map((path) => {
      const name = dirname(path)
      const read = caseFile.parse(JSON.parse(readFileSync(join(folder, path), 'utf8')))
      return {
        ...read,
        name,
        folders: { exploit: join(folder, name, 'exploit'), harmless: join(folder, name, 'harmless') },
      }
    })
}
