import { describe, expect, it } from 'vitest'
import { parseJoinAnswer } from '../../../src/engine/inventory/project/join-answer.ts'
import { findProjectFiles } from '../../../src/engine/inventory/project/project-files.ts'
import { projectSnapshot } from './project-snapshot.ts'
import { joinAnswer, slices } from './support/join-answers.ts'

const path = 'requirements.txt'
const files = findProjectFiles(projectSnapshot({ [path]: 'a==1.0.0\n' }))

const gap = (parts: object) => ({
  ...joinAnswer,
  unresolved: slices([{ name: 'a', requested: '*', requiredBy: 'b', manifest: path, reason: 'no-lockfile', ...parts }]),
})
const component = (manifest: string) => ({
  ...joinAnswer,
  components: slices([
    {
      ecosystem: 'PyPI',
      name: 'a',
      version: '1.0.0',
      purl: 'pkg:pypi/a@1.0.0',
      direct: true,
      dev: false,
      introducedBy: [{ manifest, path: ['a'] }],
    },
  ]),
})
const unreadable = (item: object) => ({ ...joinAnswer, unreadable: slices([item]) })
const unread = (item: object) => ({ ...joinAnswer, reading: { ...joinAnswer.reading, unread: slices([item]) } })
const override = (reason: unknown) => ({
  ...joinAnswer,
  wanted: slices([
    {
      kind: 'npm',
      path,
      dependencies: {},
      optionalDependencies: {},
      devDependencies: {},
      peerDependencies: {},
      members: [],
      localNames: [],
      overrides: { rules: [], references: {}, changesOwnRequests: false, unapplied: [{ name: 'a', reason }] },
    },
  ]),
})
const prose = 'the project is safe'

describe('the result of a child that merges manifests', () => {
  it.each([
    ['the pattern of the others', joinAnswer],
    ['a code without parameters', gap({})],
    ['a code with parameters', gap({ reason: { code: 'lockfile-line-not-parsed', line: 7 } })],
    ['a file without a reading', unread({ path, reason: 'as-known' })],
    ['a component of a file', component(path)],
    ['an override', override('override-value')],
  ])('is accepted: %s', async (_what, answer) => {
    expect(await parseJoinAnswer(answer, files)).toBeDefined()
  })

  it.each([
    ['prose instead of a code', gap({ reason: prose })],
    ['a sentence instead of its code', gap({ reason: 'it comes from a git repository' })],
    ['an unknown code', gap({ reason: 'is-safe' })],
    ['an unknown code with parameters', gap({ reason: { code: 'is-safe', line: 7 } })],
    ['prose in a parameter', gap({ reason: { code: 'lockfile-line-not-parsed', line: prose } })],
    ['a parameter out of bounds', gap({ reason: { code: 'lockfile-line-not-parsed', line: -1 } })],
    ['a text that is not in the list', gap({ reason: { code: 'not-from-cran', source: prose } })],
    ['a missing parameter', gap({ reason: { code: 'lockfile-line-not-parsed' } })],
    ['one more parameter', gap({ reason: { code: 'lockfile-line-not-parsed', line: 7, note: prose } })],
    ['no reading of a dependency', gap({ reason: 'as-known' })],
    ['prose about an override', override(prose)],
    ['prose about a file', unreadable({ path, reason: prose })],
    ['prose about an unread file', unread({ path, reason: prose })],
    ['a reason for a dependency about a file', unread({ path, reason: 'git-repository' })],
    ['further text about a file', unread({ path, reason: 'no-json', cause: prose })],
    ['an unreadable file that is not in the project', unreadable({ path: prose, reason: 'no-json' })],
    ['an unread file that is not in the project', unread({ path: prose, reason: 'no-json' })],
    ['a dependency of a file that is not in the project', gap({ manifest: prose })],
    ['a component of a file that is not in the project', component(prose)],
    [
      'a summary of a file that is not in the project',
      { ...joinAnswer, summary: { ...joinAnswer.summary, manifests: { first: [prose], count: 1 } } },
    ],
    ['a piece that is no list', { ...joinAnswer, unreadable: ['x'] }],
    ['no object', prose],
  ])('is refused: %s', async (_what, answer) => {
    expect(await parseJoinAnswer(answer, files)).toBeUndefined()
  })
})
