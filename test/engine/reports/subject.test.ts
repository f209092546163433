import { describe, expect, it } from 'vitest'
import { SourceIdentity } from '../../../src/engine/model/target.ts'
import { subjectOfSource } from '../../../src/engine/reports/subject.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

describe('the subject of a report', () => {
  it.each<[Omit<SourceIdentity, 'digest'>, name: string, detail: string | undefined]>([
    [
      { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/example', revision: '1.2.3' },
      'example@1.2.3',
      undefined,
    ],
    [
      { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/@scope/example', revision: '1.2.3' },
      '@scope/example@1.2.3',
      undefined,
    ],
    [
      { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/%40scope%2Fexample', revision: '1.2.3' },
      '@scope/example@1.2.3',
      undefined,
    ],
    [
      { type: 'pypi', canonicalUrl: 'https://pypi.org/project/example/', revision: '1.2.3' },
      'example==1.2.3',
      undefined,
    ],
    [
      { type: 'pypi', canonicalUrl: 'https://pypi.org/project/project/', revision: '1!2.0rc1' },
      'project==1!2.0rc1',
      undefined,
    ],
    [
      { type: 'git', canonicalUrl: 'https://git.example/owner/repository', revision: commit, ref: 'main' },
      'owner/repository@0123456789ab',
      'main',
    ],
    [
      { type: 'git', canonicalUrl: 'https://git.example/group/sub/repository.git', revision: commit },
      'group/sub/repository@0123456789ab',
      undefined,
    ],
    [
      {
        type: 'git',
        canonicalUrl: 'https://git.example/owner/repository',
        revision: commit,
        ref: 'feature/x',
        folder: 'packages/a',
      },
      'owner/repository@0123456789ab',
      'feature/x, folder packages/a',
    ],
    [
      { type: 'git', canonicalUrl: 'https://git.example/package/project', revision: commit, folder: 'a' },
      'package/project@0123456789ab',
      'folder a',
    ],
    [
      { type: 'git', canonicalUrl: 'https://git.example/owner/100%', revision: commit },
      'owner/100%@0123456789ab',
      undefined,
    ],
    [
      { type: 'folder', canonicalUrl: 'file:///home/somebody/a%20project', revision: 'sha256-x' },
      'a project',
      '/home/somebody/a project',
    ],
    [{ type: 'folder', canonicalUrl: 'file:///', revision: 'sha256-x' }, '/', '/'],
  ])('%o is %s', (source, name, detail) => {
    expect(subjectOfSource(SourceIdentity.parse({ ...source, digest: 'sha256-x' }))).toEqual({ name, detail })
  })
})
