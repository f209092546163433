import { describe, expect, it } from 'vitest'
import { hostileFiles } from '../../../../bench/parts/readers/hostile-files.ts'
import { manifestReaders } from '../../../../src/engine/inventory/readers/catalogue.ts'
import type { Inventory } from '../../../../src/engine/model/inventory.ts'
import { projectInventoryOf } from '../project-inventory-of.ts'
import { samples } from '../readers/support/samples.ts'

const characters = 16 * 1024

/** Changes that put impossible values into the sample of a format. */
const absurd: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ['versions with 50,000 digits', (text) => text.replaceAll(/\d+\.\d+(?:\.\d+)?/g, '9'.repeat(50_000))],
  ['versions with 20,000 parts', (text) => text.replaceAll(/\d+\.\d+(?:\.\d+)?/g, `1${'.1'.repeat(20_000)}`)],
  ['versions that are commands and paths', (text) => text.replaceAll(/\d+\.\d+(?:\.\d+)?/g, '$(id);../../../etc')],
  ['names with 50,000 letters', (text) => text.replaceAll(/\ba\b/g, 'a'.repeat(50_000))],
  ['names of prototypes', (text) => text.replaceAll(/\b[ab]\b/g, '__proto__')],
  ['one name for everything, so that packages require themselves', (text) => text.replaceAll(/\b[a-e]\b/g, 'a')],
  ['ends of lines of other systems', (text) => text.replaceAll('\n', '\r')],
  ['half of its text', (text) => text.slice(0, text.length / 2)],
  ['its text a thousand times', (text) => `${text}\n`.repeat(Math.ceil(200_000 / text.length))],
]

/**
 * Returns what is wrong with the inventory of a project with one hostile and one ordinary manifest. Empty if nothing is
 * wrong.
 */
function faultsOf({ components, unreadable = [], unresolved }: Inventory): string[] {
  const crashed = unreadable.filter(({ reason }) => /crashed|exit code|SIG/.test(reason))
  const listed = [...components, ...unresolved]
  return [
    ...(components.some(({ name, version }) => name === 'ordinary' && version === '1.0.0')
      ? []
      : ['the other was lost']),
    ...crashed.map(({ path, reason }) => `${path}: ${reason}`),
    ...(listed.every(({ name }) => typeof name === 'string') ? [] : ['a name is no text']),
  ]
}

describe.each(manifestReaders.map(({ id }) => id))('hostile files of %s in the sandbox', (id) => {
  const sample = samples[id]
  const shapes = [
    ...hostileFiles
      .filter(({ reader }) => reader === id)
      .map(({ shape, files }): readonly [string, Readonly<Record<string, string>>] => [shape, files(characters)]),
    ...absurd.map(([what, change]): readonly [string, Readonly<Record<string, string>>] => [
      what,
      sample === undefined ? {} : { [sample.path]: change(sample.text) },
    ]),
  ]

  it('neither end the process that reads them nor hide another manifest', async () => {
    expect(sample).toBeDefined()
    const reader = manifestReaders.find((candidate) => candidate.id === id)
    const inFolders = shapes.map(([, files], index) =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`hostile-${index}/${path}`, text])),
    )
    // If files of a format are only read in one folder, each shape needs a separate project.
    const projects = inFolders.every((files) => reader?.reads(Object.keys(files)[0] ?? '') === true)
      ? [Object.assign({}, ...inFolders) as Readonly<Record<string, string>>]
      : shapes.map(([, files]) => files)
    const faults: string[] = []
    for (const files of projects) {
      const inventory = await projectInventoryOf({ ...files, 'other/requirements.txt': 'ordinary==1.0.0\n' })
      faults.push(...faultsOf(inventory))
    }
    expect(faults).toEqual([])
  }, 600_000)
})
