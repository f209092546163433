import { describe, expect, it } from 'vitest'
import { ScanFailure } from '../../../src/engine/model/failure.ts'
import { parseTarget, parseTargetName } from '../../../src/engine/sources/accept-url.ts'

function refusal(parse: (text: string) => unknown, text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof ScanFailure && error.code === 'INVALID_URL') return error.message
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('the name of an npm package', () => {
  it.each([
    ['express', 'express', 'latest'],
    [' express ', 'express', 'latest'],
    ['express@4.16.0', 'express', '4.16.0'],
    ['express@^4.0.0', 'express', '^4.0.0'],
    ['express@next', 'express', 'next'],
    ['@scope/server', '@scope/server', 'latest'],
    ['@scope/server@1.0.0-beta.1+build', '@scope/server', '1.0.0-beta.1+build'],
    ['npm:express', 'express', 'latest'],
    ['npm:highlight.js', 'highlight.js', 'latest'],
    ['npm:src', 'src', 'latest'],
    ['highlight.js@11', 'highlight.js', '11'],
    ['NPM:express@4', 'express', '4'],
    ['npm:@scope/server@2', '@scope/server', '2'],
    ['JSONStream', 'JSONStream', 'latest'],
    ['lodash.merge', 'lodash.merge', 'latest'],
    ['pkg:npm/express@4.16.0', 'express', '4.16.0'],
    ['pkg:npm/%40scope/server@1.0.0', '@scope/server', '1.0.0'],
  ])('%s', (text, name, selector) => {
    expect(parseTargetName(text)).toEqual({ type: 'npm', name, selector })
  })
})

describe('the name of a Python project', () => {
  it.each([
    ['flask==2.0', 'flask', '2.0'],
    ['Flask_Login==0.6.3', 'flask-login', '0.6.3'],
    ['pypi:flask', 'flask', undefined],
    ['pypi:flask==2.0.0rc1', 'flask', '2.0.0rc1'],
    ['pypi:flask@2.0', 'flask', '2.0'],
    ['pkg:pypi/flask@2.0', 'flask', '2.0'],
    ['pkg:PyPI/Flask_Login', 'flask-login', undefined],
  ])('%s', (text, name, version) => {
    expect(parseTargetName(text)).toEqual({ type: 'pypi', name, ...(version !== undefined && { version }) })
  })
})

describe('the name of a repository', () => {
  it.each([
    ['github:Owner/Repository', { repository: 'https://github.com/owner/repository' }],
    ['github:owner/repository.git', { repository: 'https://github.com/owner/repository' }],
    ['github:owner/repository#feature/x', { repository: 'https://github.com/owner/repository', ref: 'feature/x' }],
    ['gitlab:group/project', { repository: 'https://gitlab.com/group/project' }],
    ['bitbucket:team/project', { repository: 'https://bitbucket.org/team/project' }],
    ['pkg:github/owner/repository', { repository: 'https://github.com/owner/repository' }],
    [
      'pkg:github/owner/repository@v1.0#packages/server',
      { repository: 'https://github.com/owner/repository', treePath: 'v1.0/packages/server' },
    ],
  ])('%s', (text, target) => {
    expect(parseTargetName(text)).toEqual({ type: 'git', ...target })
  })
})

describe('text that is neither a name nor a URL', () => {
  it.each([
    ['owner/repository', 'not a complete URL'],
    ['express@', 'not a complete URL'],
    ['gthub:owner/repository', 'Unknown prefix "gthub:". Did you mean "github:"?'],
    ['pip:flask', 'Use one of: npm:, pypi:, pkg:, github:, gitlab:, bitbucket:.'],
    ['localhost:3000', 'must start with https://'],
    ['user:x@github.com/a/b', 'must start with https://'],
    ['npm:', 'not a package name'],
    ['npm:express@', 'not a package name'],
    ['npm:a/b/c', 'not a package name'],
    ['pypi:@scope/server', 'not a package name'],
    ['pypi:flask==', 'not a package name'],
    ['pypi:flask==not.a.version!', 'not a Python version'],
    ['npm:.hidden', 'not a valid npm package name'],
    ['npm:__proto__', undefined],
    ['github:owner', 'not a repository name'],
    ['github:owner/repository/more', 'not a repository name'],
    ['github:owner/repository#', 'not a repository name'],
    ['github:owner/..', 'not a repository name'],
    ['npm:foo@..', 'not a package name'],
    ['pypi:flask==.', 'not a package name'],
    ['pkg:npm/foo@..', '"." or ".."'],
    ['pkg:github/trusted/server@..%2f..%2f..%2fevil%2fother', '"." or ".."'],
    ['pkg:npm/foo@1.0.0?download_url=https://evil.example/x.tgz', 'another registry (download_url)'],
    ['src', 'looks like the name of a file or a folder'],
    ['package-lock.json', 'use npm:package-lock.json'],
    ['highlight.js', 'use npm:highlight.js'],
    ['pkg:', 'not a valid package URL'],
    ['pkg:npm', 'not a valid package URL'],
    ['pkg:maven/org.example/library@1.0', 'type "maven"'],
    ['pkg:github/repository', 'has no owner'],
    ['pkg:npm/express?repository_url=https://registry.example', 'another registry (repository_url)'],
    ['npm:express\u0000', 'control characters'],
    [`npm:${'x'.repeat(3_000)}`, undefined],
  ])('%j', (text, part) => {
    expect(refusal(parseTargetName, text)).toContain(part ?? '')
  })
})

describe('the service', () => {
  it('accepts package URLs', () => {
    expect(parseTarget('pkg:npm/express@4.16.0')).toEqual({ type: 'npm', name: 'express', selector: '4.16.0' })
  })

  it.each(['express', 'npm:express', 'flask==2.0', 'github:owner/repository'])(
    'does not accept the name %s',
    (text) => {
      refusal(parseTarget, text)
    },
  )
})
