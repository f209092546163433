import { readFileSync } from 'node:fs'
import Table from 'cli-table3'
import { categorize } from '../../src/service/registry/categories/categorize.ts'
import labels from './labels.json' with { type: 'json' }

// node bench/categories/run.ts DESCRIPTIONS [tuning|heldOut]: prints the precision and recall of each category, and the
// mistakes. DESCRIPTIONS has one line per package: `npm:NAME` or `pypi:NAME`, a tab, and its published description. The
// descriptions belong to the authors of the packages, so this folder contains only names and labels.

interface Tally {
  assigned: number
  labeled: number
  right: number
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`)

function measure(set: Readonly<Record<string, string>>, descriptions: ReadonlyMap<string, string>): void {
  const tallies = new Map<string, Tally>()
  const tallyOf = (category: string): Tally => {
    const known = tallies.get(category) ?? { assigned: 0, labeled: 0, right: 0 }
    tallies.set(category, known)
    return known
  }
  const mistakes: string[] = []
  for (const [name, label] of Object.entries(set)) {
    const { category, evidence } = categorize({
      name: name.replace(/^\w+:/, ''),
      description: descriptions.get(name) ?? '',
      keywords: [],
      toolNames: [],
    })
    tallyOf(category).assigned += 1
    tallyOf(label).labeled += 1
    if (category === label) tallyOf(label).right += 1
    else mistakes.push(`${name}: ${category} for ${label} (${evidence.map(({ word }) => word).join(', ')})`)
  }
  const table = new Table({ head: ['category', 'labeled', 'assigned', 'right', 'precision', 'recall'] })
  for (const [category, { assigned, labeled, right }] of [...tallies].toSorted(([a], [b]) => a.localeCompare(b)))
    table.push([category, labeled, assigned, right, percent(right, assigned), percent(right, labeled)])
  const total = Object.keys(set).length
  const right = total - mistakes.length
  table.push(['all', total, total, right, percent(right, total), percent(right, total)])
  process.stdout.write(`${table.toString()}\n${mistakes.join('\n')}\n`)
}

const [file, ...sets] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('Name a file with one "npm:NAME<tab>description" or "pypi:NAME<tab>description" per line.\n')
  process.exitCode = 2
} else {
  const descriptions = new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([name = '', description = '']) => [name, description]),
  )
  for (const [set, labeled] of Object.entries(labels)) {
    if (sets.length > 0 && !sets.includes(set)) continue
    process.stdout.write(`${set}\n`)
    measure(labeled, descriptions)
  }
}
