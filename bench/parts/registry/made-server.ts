import { randomNumbers } from '../../random.ts'
import { vocabulary, zipf } from './vocabulary.ts'
import { gradeOf } from '../../../src/engine/model/score.ts'
import { serverFoldKey } from '../../../src/service/registry/tools/tool-index.ts'

/** A row of `registry_servers`. Columns that were not measured are null. */
export type MadeServer = Readonly<Record<(typeof madeColumns)[number], string | number | null>>

export const madeColumns = [
  'id',
  'slug',
  'name',
  'description',
  'category',
  'language',
  'source_type',
  'repository_url',
  'npm_package',
  'pypi_package',
  'status',
  'security_score',
  'grade',
  'method',
  'version',
  'scan_id',
  'last_scanned_at',
  'critical',
  'high',
  'medium',
  'low',
  'info',
  'maintenance',
  'popularity',
  'documentation',
  'compatibility',
  'quality',
  'stars',
  'downloads',
  'fold_key',
  'scans',
  'created_at',
  'updated_at',
] as const

/** Number of scans in the history of every sixteenth server. */
export const scansOfScanned = 10

export const categories = [
  'developer-tools',
  'databases',
  'web',
  'ai',
  'cloud',
  'filesystem',
  'communication',
  'search',
  'monitoring',
  'finance',
  'productivity',
  'security',
  'media',
  'science',
  'other',
] as const
export const languages = [
  'typescript',
  'python',
  'javascript',
  'go',
  'rust',
  'java',
  'csharp',
  'ruby',
  'php',
  'kotlin',
  'swift',
  '',
] as const

/**
 * Generates deterministic servers. Words in names and texts follow a Zipf distribution, and kinds have a realistic
 * distribution.
 */
export function* madeServers(count: number): Generator<MadeServer> {
  const random = randomNumbers(20)
  const words = vocabulary(60_000, random)
  const inText = zipf(words.length, random)
  // The subject of a name consists of rarer words, because names rarely contain the most common ones.
  const inName = zipf(20_000, random)
  const category = zipf(categories.length, random)
  const language = zipf(languages.length, random)
  const word = () => words[inText()] ?? 'server'
  const subject = () => words[Math.min(inName() + 10, words.length - 1)] ?? 'server'
  for (let index = 0; index < count; index += 1) {
    const [first, second, shape, scored, kind] = [subject(), subject(), random(), random(), random()]
    const core =
      shape < 0.4
        ? `${first}-mcp-server`
        : shape < 0.6
          ? `mcp-${first}-${second}`
          : shape < 0.75
            ? `${first}-${second}`
            : shape < 0.85
              ? `mcp-server-${first}`
              : first
    const owner = `${subject()}${Math.floor(random() * 900)}`
    const sourceType = kind < 0.5 ? 'npm' : kind < 0.75 ? 'pypi' : 'git'
    const name =
      sourceType === 'npm'
        ? random() < 0.4
          ? `@${owner}/${core}`
          : core
        : sourceType === 'git'
          ? `${owner}/${core}`
          : core
    const score = scored < 0.04 ? null : Math.round(100 * (1 - random() ** 2.2))
    const popularity = Math.round(1_000 * random() ** 4) / 10
    const findings = score === null ? 0 : Math.floor((100 - score) / 8)
    const day = Math.floor(random() * 700)
    const moment = new Date(Date.UTC(2025, 0, 1) + day * 86_400_000 + Math.floor(random() * 86_400_000)).toISOString()
    const slug = `${sourceType === 'git' ? 'github' : sourceType}-${core}-${index.toString(16)}`
    yield {
      id:
        `${index.toString(16).padStart(8, '0')}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}` +
        `-${hex(random, 12)}`,
      slug,
      name,
      description: Array.from({ length: 8 + Math.floor(random() * 16) }, word).join(' '),
      category: categories[category()] ?? 'other',
      language: languages[language()] ?? '',
      source_type: sourceType,
      repository_url: `https://github.com/${owner}/${core}`,
      npm_package: sourceType === 'npm' ? name : '',
      pypi_package: sourceType === 'pypi' ? name : '',
      status: random() < 0.94 ? 'active' : random() < 0.5 ? 'archived' : random() < 0.6 ? 'deprecated' : 'removed',
      security_score: score,
      grade: score === null ? null : gradeOf(score),
      method: score === null ? null : '1',
      version: score === null ? null : `1.${index % 40}.0`,
      scan_id: score === null ? null : `scan_${index}`,
      last_scanned_at: score === null ? null : moment,
      critical: findings > 8 ? 1 : 0,
      high: Math.min(findings >> 1, 3),
      medium: findings,
      low: findings >> 1,
      info: index % 3,
      maintenance: Math.round(1_000 * random()) / 10,
      popularity,
      documentation: Math.round(1_000 * random()) / 10,
      compatibility: random() < 0.2 ? null : Math.round(1_000 * random()) / 10,
      quality: popularity,
      stars: Math.floor(10 ** (popularity / 20)),
      downloads: random() < 0.3 ? null : Math.floor(10 ** (popularity / 16)),
      fold_key: serverFoldKey(name),
      scans: score !== null && slug.endsWith('0') ? scansOfScanned : 0,
      created_at: moment,
      updated_at: moment,
    }
  }
}

const hex = (random: () => number, digits: number) =>
  Math.floor(random() * 16 ** digits)
    .toString(16)
    .padStart(digits, '0')
