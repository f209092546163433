import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { unfold } from './unfold.ts'

export const corpusCategories = ['configuration', 'leaked-secrets', 'supply-chain', 'tool-definitions'] as const
export type CorpusCategory = (typeof corpusCategories)[number]

const CorpusPlace = z.strictObject({ path: z.string(), line: z.int().positive() })
export type CorpusPlace = z.infer<typeof CorpusPlace>
const Shared = { category: z.enum(corpusCategories), class: z.string(), why: z.string() }
const LabelledCase = z.discriminatedUnion('label', [
  z.strictObject({ ...Shared, label: z.literal('malicious'), at: CorpusPlace, or: CorpusPlace.optional() }),
  z.strictObject({ ...Shared, label: z.literal('benign') }),
])

/**
 * A case: a reviewer's label for a small project, and its files as they are scanned. A finding must be at `at`, or at
 * `or` if two locations are equally good.
 */
export type CorpusCase = z.infer<typeof LabelledCase> & {
  /** Category and folder, for example `configuration/npmrc-token`. */
  readonly name: string
  readonly files: ReadonlyMap<string, Buffer>
  /** Kinds of secrets in the line of `at`. */
  readonly secretsAt: readonly string[]
}

const root = join(import.meta.dirname, '../../../corpus/cases')

/** Reads every case of the corpus, sorted by name. Throws if a case does not follow the README. */
export async function readCases(): Promise<CorpusCase[]> {
  const cases: CorpusCase[] = []
  for (const category of corpusCategories) {
    for (const folder of (await readdir(join(root, category))).sort()) cases.push(await readCase(category, folder))
  }
  return cases
}

async function readCase(category: CorpusCategory, folder: string): Promise<CorpusCase> {
  const name = `${category}/${folder}`
  const labelled = LabelledCase.parse(JSON.parse(await readFile(join(root, name, 'case.json'), 'utf8')))
  if (labelled.category !== category) throw new Error(`${name} says that its category is ${labelled.category}`)
  const texts = new Map<string, string>()
  const tree = join(root, name, 'tree')
  for (const entry of await readdir(tree, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      texts.set(
        join(entry.parentPath, entry.name).slice(tree.length + 1),
        await readFile(join(entry.parentPath, entry.name), 'utf8'),
      )
  }
  const line = labelled.label === 'malicious' ? texts.get(labelled.at.path)?.split('\n')[labelled.at.line - 1] : ''
  if (line === undefined) throw new Error(`${name} has no such line as it names`)
  const paths = [...texts.keys()].sort()
  return {
    ...labelled,
    name,
    files: new Map(paths.map((path) => [path, unfold(texts.get(path) ?? '', `${name} ${path}`)])),
    secretsAt: [...line.matchAll(/\{\{secret:([^{}]*)\}\}/g)].map(([, kind = '']) => kind),
  }
}
