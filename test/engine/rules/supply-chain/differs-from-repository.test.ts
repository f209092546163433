import { describe, expect, it } from 'vitest'
import { projectOf } from '../../../../src/engine/rules/supply-chain/project.ts'
import { differsFromRepository } from '../../../../src/engine/rules/supply-chain/registry/differs-from-repository.ts'
import type { ArtifactDifference } from '../../../../src/engine/model/artifact-comparison.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'

const changedFrom = (line: number): ArtifactDifference => ({
  path: 'index.js',
  kind: 'changed',
  line,
  digest: 'a'.repeat(64),
  repository: { path: 'index.js', digest: 'b'.repeat(64) },
})

function severities(same: number, difference: ArtifactDifference) {
  const snapshot = projectSnapshot({
    'package.json': { name: 'shop', main: 'index.js' },
    'index.js': 'run()\n'.repeat(200),
  })
  const project = projectOf({
    snapshot,
    artifact: {
      repository: 'https://git.example/shop',
      commit: '0'.repeat(40),
      same,
      built: 0,
      differences: [difference],
      more: 0,
    },
  })
  return [...differsFromRepository.find({ project })].map(({ severity }) => severity)
}

describe('an entry point that differs from the repository', () => {
  it('has full severity if other files are equal', () => {
    expect(severities(3, changedFrom(1))).toEqual([undefined])
  })

  it('has full severity as the only file, if it equals the repository file up to the added code', () => {
    expect(severities(0, changedFrom(127))).toEqual([undefined])
  })

  it('has low severity if nothing is equal, as with another folder or tag', () => {
    expect(severities(0, changedFrom(3))).toEqual(['low'])
  })
})
