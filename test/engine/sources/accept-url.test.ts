import { describe, expect, it } from 'vitest'
import { ScanFailure } from '../../../src/engine/model/failure.ts'
import { urlLimits } from '../../../src/engine/sources/url-limits.ts'
import { parseTarget } from '../../../src/engine/sources/accept-url.ts'
import { sources } from '../../../src/engine/sources/catalogue.ts'

function refusal(url: string): ScanFailure {
  try {
    parseTarget(url)
  } catch (error) {
    if (error instanceof ScanFailure) return error
    throw error
  }
  throw new Error(`${url} was accepted`)
}

describe('the page of an npm package', () => {
  it.each([
    ['https://www.npmjs.com/package/express', 'express', 'latest'],
    ['https://npmjs.com/package/express', 'express', 'latest'],
    ['https://WWW.NPMJS.COM/package/express', 'express', 'latest'],
    ['https://www.npmjs.com:443/package/express', 'express', 'latest'],
    ['  https://www.npmjs.com/package/express ', 'express', 'latest'],
    ['https://www.npmjs.com/package/express/', 'express', 'latest'],
    ['https://www.npmjs.com/package/express?activeTab=versions', 'express', 'latest'],
    ['https://www.npmjs.com/package/express#readme', 'express', 'latest'],
    ['https://www.npmjs.com/package/express/v/4.18.2', 'express', '4.18.2'],
    ['https://www.npmjs.com/package/express/v/4.18.2/?activeTab=code', 'express', '4.18.2'],
    ['https://www.npmjs.com/package/express/v/next', 'express', 'next'],
    ['https://www.npmjs.com/package/express/v/%5E4.0.0', 'express', '^4.0.0'],
    ['https://www.npmjs.com/package/express/v/1.0.0-beta.1+build', 'express', '1.0.0-beta.1+build'],
    ['https://www.npmjs.com/package/@babel/core', '@babel/core', 'latest'],
    ['https://www.npmjs.com/package/@babel/core/v/7.0.0', '@babel/core', '7.0.0'],
    ['https://www.npmjs.com/package/%40babel/core', '@babel/core', 'latest'],
    ['https://www.npmjs.com/package/@babel%2Fcore', '@babel/core', 'latest'],
    ['https://www.npmjs.com/package/@babel%2fcore/v/7.0.0', '@babel/core', '7.0.0'],
    ['https://www.npmjs.com/package/JSONStream', 'JSONStream', 'latest'],
    ['https://www.npmjs.com/package/lodash.merge', 'lodash.merge', 'latest'],
    ['https://www.npmjs.com/package/constructor', 'constructor', 'latest'],
    ['https://www.npmjs.com/@babel/core', '@babel/core', 'latest'],
    ['https://npmjs.com/@babel/core/v/7.0.0/', '@babel/core', '7.0.0'],
    ['https://www.npmjs.org/package/express', 'express', 'latest'],
    ['https://www.npmjs.com/package/v', 'v', 'latest'],
    ['https://www.npmjs.com/package/v/v/1.0.0', 'v', '1.0.0'],
  ])('%s', (url, name, selector) => {
    expect(parseTarget(url)).toEqual({ type: 'npm', name, selector })
  })
})

describe('an address that means no package', () => {
  it.each([
    ['https://www.npmjs.com/', 'not an npm package page'],
    ['https://www.npmjs.com/express', 'not an npm package page'],
    ['https://www.npmjs.com/package', 'not an npm package page'],
    ['https://www.npmjs.com/package/', 'not an npm package page'],
    ['https://www.npmjs.com/package/@babel', 'not an npm package page'],
    ['https://www.npmjs.com/package/@babel/core/more', 'not an npm package page'],
    ['https://www.npmjs.com/package/express/v', 'not an npm package page'],
    ['https://www.npmjs.com/package/express/v/', 'not an npm package page'],
    ['https://www.npmjs.com/package/express/v/1.0.0/more', 'not an npm package page'],
    ['https://www.npmjs.com/package/express/access', 'not an npm package page'],
    ['https://www.npmjs.com/package/%E0%A4%A', 'not an npm package page'],
    ['https://www.npmjs.com/~somebody', 'not an npm package page'],
    ['https://www.npmjs.com/package/.hidden', 'is not a valid'],
    ['https://www.npmjs.com/package/_hidden', 'is not a valid'],
    ['https://www.npmjs.com/package/node_modules', 'is not a valid'],
    ['https://www.npmjs.com/package/two%20words', 'is not a valid'],
    ['https://www.npmjs.com/package/@a/.b', 'is not a valid'],
    ['https://www.npmjs.com/package/express%00', 'is not a valid'],
    ['https://www.npmjs.com/package/express/v/a%20tag', 'not a version, a range, or a tag'],
    ['https://www.npmjs.com/package/express/v/git+ssh:x', 'not a version, a range, or a tag'],
    ['https://www.npmjs.com/package/express/v/npm:other', 'not a version, a range, or a tag'],
  ])('%s', (url, message) => {
    expect(refusal(url)).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining(message) })
  })
})

describe('an address that nothing here understands', () => {
  it.each([
    ['', 'not a complete URL'],
    ['express', 'not a complete URL'],
    ['/etc', 'not a complete URL'],
    ['.', 'not a complete URL'],
    ['www.npmjs.com/package/express', 'not a complete URL'],
    ['//www.npmjs.com/package/express', 'not a complete URL'],
    ['https://', 'not a complete URL'],
    ['http://www.npmjs.com/package/express', 'must start with https://'],
    ['ftp://www.npmjs.com/package/express', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['git://git.example/owner/project.git', 'not encrypted'],
    ['https://example.com/', 'Assay cannot scan URLs at example.com'],
    ['https://example.com//?a=b#c', 'Assay cannot scan URLs at example.com'],
  ])('%s', (url, message) => {
    const failure = refusal(url)
    expect(failure).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining(message) })
    if (!url.startsWith('git:')) expect(failure.message).toContain('https://www.npmjs.com/package/NAME')
  })

  it.each([
    'https://www.npmjs.com/package/express\n',
    'https://www.npmjs.com/pack\tage/express',
    'https://www.npmjs.com/package/express\u0000',
    'https://www.npmjs.com/package/express?\ud800',
  ])('is refused when it could not be stored as it is: %j', (url) => {
    expect(refusal(url)).toMatchObject({
      code: 'INVALID_URL',
      message: 'The URL contains control characters or invalid Unicode.',
    })
  })

  it('is refused when it is too long, before anything else', () => {
    const longest = `https://www.npmjs.com/package/express?${'x'.repeat(urlLimits.maxUrlBytes)}`
    expect(parseTarget(longest.slice(0, urlLimits.maxUrlBytes))).toMatchObject({ name: 'express' })
    expect(refusal(longest.slice(0, urlLimits.maxUrlBytes + 1)).message).toBe('The URL is longer than 2048 bytes.')
  })

  it.each([
    'https://user:s3cret@www.npmjs.com/package/express',
    'https://s3cret@example.com/',
    'http://:s3cret@www.npmjs.com/package/express',
    'ftp://s3cret@x/',
    's3cret@git.example:owner/project.git',
    'ssh://s3cret@git.example/owner/project',
    'ssh://git:s3cret@git.example/owner/project',
    'git+https://s3cret@github.com/owner/project.git',
    'git+ssh://s3cret@github.com/owner/project.git',
    'git://s3cret@github.com/owner/project',
    'https://github.com@s3cret:x@github.com/owner/project',
  ])('never has its user information repeated: %s', (url) => {
    const failure = refusal(url)
    expect(failure).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining('user information') })
    expect(JSON.stringify([failure.message, failure.stack, failure.cause])).not.toContain('s3cret')
  })
})

const id = '0123456789abcdef0123456789abcdef01234567'
const github = 'https://github.com/owner/project'

describe('the address of a repository', () => {
  it.each<[string, string, { ref?: string; treePath?: string }?]>([
    ['https://github.com/owner/project', github],
    ['https://github.com/Owner/Project.git', github],
    ['https://GitHub.com/owner/project/', github],
    ['https://www.github.com/owner/project', github],
    ['https://github.com:443/owner/project', github],
    ['https://GitHub.com./Owner/project', github],
    ['https://github.com//owner//project//', github],
    ['https://github.com/owner/project?tab=readme-ov-file#install', github],
    ['https://github.com/owner/project.js', 'https://github.com/owner/project.js'],
    ['https://github.com/owner/.github', 'https://github.com/owner/.github'],
    ['https://github.com/owner/project/tree/main', github, { treePath: 'main' }],
    ['https://github.com/owner/project/tree/main/', github, { treePath: 'main' }],
    ['https://github.com/owner/project/tree/feature/one/src/server', github, { treePath: 'feature/one/src/server' }],
    ['https://github.com/owner/project/tree/feature%2Fone/src', github, { treePath: 'feature/one/src' }],
    ['https://github.com/owner/project/tree', github],
    [`https://github.com/owner/project/tree/${id}/src`, github, { treePath: `${id}/src` }],
    [`https://github.com/owner/project/commit/${id}`, github, { ref: id }],
    ['https://github.com/owner/project/releases/tag/v1.0.0', github, { ref: 'refs/tags/v1.0.0' }],
    [
      'https://github.com/owner/project/releases/tag/%40scope/name%401.0.0',
      github,
      { ref: 'refs/tags/@scope/name@1.0.0' },
    ],
    ['https://gitlab.com/group/project', 'https://gitlab.com/group/project'],
    ['https://gitlab.com/Group/Sub/Deeper/Project.git', 'https://gitlab.com/group/sub/deeper/project'],
    [
      'https://gitlab.com/group/sub/project/-/tree/main/docs',
      'https://gitlab.com/group/sub/project',
      { treePath: 'main/docs' },
    ],
    ['https://gitlab.com/group/project/tree/main', 'https://gitlab.com/group/project', { treePath: 'main' }],
    [`https://gitlab.com/group/project/-/commit/${id}`, 'https://gitlab.com/group/project', { ref: id }],
    ['https://gitlab.com/group/project/-/tags/v1', 'https://gitlab.com/group/project', { ref: 'refs/tags/v1' }],
    ['https://gitlab.com/group/project/-/releases/v1', 'https://gitlab.com/group/project', { ref: 'refs/tags/v1' }],
    ['https://bitbucket.org/Workspace/Project', 'https://bitbucket.org/workspace/project'],
    [
      'https://bitbucket.org/workspace/project/src/main/lib/',
      'https://bitbucket.org/workspace/project',
      { treePath: 'main/lib' },
    ],
    ['https://bitbucket.org/workspace/project/src', 'https://bitbucket.org/workspace/project'],
    [`https://bitbucket.org/workspace/project/commits/${id}`, 'https://bitbucket.org/workspace/project', { ref: id }],
    [
      'https://bitbucket.org/workspace/project/commits/tag/v1',
      'https://bitbucket.org/workspace/project',
      { ref: 'refs/tags/v1' },
    ],
    [
      'https://bitbucket.org/workspace/project/branch/feature/one',
      'https://bitbucket.org/workspace/project',
      { ref: 'refs/heads/feature/one' },
    ],
    ['https://codeberg.org/Owner/Project', 'https://codeberg.org/owner/project'],
    [
      'https://codeberg.org/owner/project/src/branch/main/lib',
      'https://codeberg.org/owner/project',
      { treePath: 'main/lib' },
    ],
    ['https://codeberg.org/owner/project/src/tag/v1', 'https://codeberg.org/owner/project', { treePath: 'v1' }],
    [
      `https://codeberg.org/owner/project/src/commit/${id}/lib`,
      'https://codeberg.org/owner/project',
      { treePath: `${id}/lib` },
    ],
    [`https://codeberg.org/owner/project/commit/${id}`, 'https://codeberg.org/owner/project', { ref: id }],
    [
      'https://codeberg.org/owner/project/releases/tag/v1',
      'https://codeberg.org/owner/project',
      { ref: 'refs/tags/v1' },
    ],
    ['https://git.example/Owner/Project.git', 'https://git.example/Owner/Project'],
    ['https://Git.Example/project', 'https://git.example/project'],
    ['https://git.example./project', 'https://git.example/project'],
    ['https://git.example:8443/~user/project/', 'https://git.example:8443/~user/project'],
    ['https://git.example/deep/path/of/project.git', 'https://git.example/deep/path/of/project'],
    [
      'https://git.example/group/project/-/tree/main/docs',
      'https://git.example/group/project',
      { treePath: 'main/docs' },
    ],
    [
      'https://git.example/owner/project/src/branch/main/docs',
      'https://git.example/owner/project',
      { treePath: 'main/docs' },
    ],
    [
      'https://git.example/owner/project/tree/main/docs',
      'https://git.example/owner/project',
      { treePath: 'main/docs' },
    ],
    ['https://git.example/owner/src', 'https://git.example/owner/src'],
    ['https://git.example/with%20space/%C3%BC', 'https://git.example/with%20space/%C3%BC'],
    ['https://github.com:8443/owner/Project', 'https://github.com:8443/owner/Project'],
    ['https://127.0.0.1/owner/project', 'https://127.0.0.1/owner/project'],
    ['https://www.npmjs.com.example.com/package/express', 'https://www.npmjs.com.example.com/package/express'],
    ['git@github.com:Owner/Project.git', github],
    ['git@github.com:/owner/project', github],
    ['git@gitlab.com:group/sub/project.git', 'https://gitlab.com/group/sub/project'],
    ['git@git.example:~user/project', 'https://git.example/~user/project'],
    ['ssh://git@github.com/owner/project.git', github],
    ['ssh://git@github.com:22/owner/project.git', github],
    ['git+ssh://git@github.com/owner/project.git', github],
    ['git+ssh://git@github.com/owner/project.git#v1.0.0', github, { ref: 'v1.0.0' }],
    ['git+https://github.com/owner/project.git', github],
    ['git+https://github.com/owner/project.git#feature/one', github, { ref: 'feature/one' }],
    [`git+https://github.com/owner/project.git#${id}`, github, { ref: id }],
    ['git+https://github.com/owner/project.git#egg=project', github],
    ['GIT+HTTPS://github.com/owner/project.git', github],
    ['git://github.com/owner/project.git', github],
    ['https://github.com/owner/project.git#v1.0.0', github],
  ])('%s', (url, repository, more = {}) => {
    expect(parseTarget(url)).toEqual({ type: 'git', repository, ...more })
    expect(parseTarget(`  ${url} `), 'with spaces around it').toEqual({ type: 'git', repository, ...more })
  })

  it.each([
    ['https://github.com/owner', 'not a repository page; use https://github.com/OWNER/REPOSITORY'],
    ['https://github.com/', 'not a repository page'],
    ['https://github.com/orgs/owner', 'not a repository page'],
    ['https://github.com/topics/mcp', 'not a repository page'],
    ['https://github.com/owner/.git', 'not a repository page'],
    ['https://github.com/owner/pro%20ject', 'is not valid in a repository name'],
    ['https://github.com/owner/project.git@v1', 'is not valid in a repository name'],
    [
      'https://github.com/owner/project/blob/main/README.md',
      'that Assay can scan; use https://github.com/OWNER/REPOSITORY, …/tree/BRANCH/FOLDER',
    ],
    ['https://github.com/owner/project/issues/7', 'that Assay can scan; use'],
    ['https://github.com/owner/project/pull/7', 'that Assay can scan; use'],
    ['https://github.com/owner/project/releases', 'that Assay can scan; use'],
    ['https://github.com/owner/project/releases/tag/', 'that Assay can scan; use'],
    ['https://github.com/owner/project/commit/0123456', '"0123456" is neither a full commit ID'],
    ['https://github.com/owner/project/commit/main', '"main" is neither a full commit ID'],
    ['https://github.com/owner/project/releases/tag/a..b', '"refs/tags/a..b" is neither'],
    ['https://github.com/owner/project/tree/main/a%2F..%2F..%2Fb', 'leaves the repository'],
    ['https://github.com/owner/project/tree/main/a%00', 'control characters'],
    ['https://github.com/owner/project/tree/main/a%5Cb', 'backslashes'],
    ['https://github.com/owner/%E0%A4%A', 'percent-encoded'],
    ['https://gitlab.com/group', 'not a repository page; use https://gitlab.com/GROUP/PROJECT'],
    ['https://gitlab.com/group/project/-/blob/main/a.js', 'that Assay can scan; use'],
    ['https://gitlab.com/group/project/-/merge_requests/7', 'that Assay can scan; use'],
    ['https://bitbucket.org/workspace/project/pull-requests/7', 'that Assay can scan; use'],
    ['https://codeberg.org/owner/project/issues', 'that Assay can scan; use'],
    ['https://git.example/group/project/-/issues', 'that Assay can scan; use https://git.example/PATH/OF/REPOSITORY'],
    ['ssh://git@git.example:2222/owner/project', 'SSH port 2222'],
    ['git@git.example:2222/owner/project.git', 'may contain a port'],
    ['ssh://git.example/owner/project', 'user information other than the "git"'],
    ['git+https://github.com/owner/project.git#semver:^1.0.0', 'version range'],
    ['git+https://github.com/owner/project.git#two words', 'The branch contains a space'],
    ['git+http://github.com/owner/project.git', 'must start with https://'],
    ['git+file:///srv/project', 'must start with https://'],
    ['ext::sh -c "touch x"', 'must start with https://'],
    ['file:///srv/project.git', 'must start with https://'],
    ['--upload-pack=touch x', 'not a complete URL'],
    ['github.com/owner/project', 'not a complete URL'],
  ])('%s is refused clearly', (url, message) => {
    expect(refusal(url)).toMatchObject({ code: 'INVALID_URL', message: expect.stringContaining(message) })
  })

  it('is never made of what belongs to package registries', () => {
    expect(parseTarget('https://www.npmjs.com/package/express').type).toBe('npm')
    expect(refusal('https://www.npmjs.com/owner/project.git').message).toContain('not an npm package page')
  })
})

describe('a branch beside the address', () => {
  it.each(['main', 'feature/one', 'v1.0.0', 'refs/heads/main', id, 'ünï', '@scope/name@1.0.0', 'a-b_c.d+e', '#7'])(
    '%s is kept as it is',
    (branch) => {
      expect(parseTarget(github, { branch })).toEqual({ type: 'git', repository: github, ref: branch })
    },
  )

  it.each([
    ['two words', 'contains a space'],
    ['a..b', 'or is only "@"'],
    ['a~1', '~ ^'],
    ['a^', '~ ^'],
    ['a:b', '~ ^'],
    ['a?', '~ ^'],
    ['a*', '~ ^'],
    ['a[b', '~ ^'],
    ['a\\b', '~ ^'],
    ['a\u0000', 'control character'],
    ['a\nb', 'control character'],
    ['@{u}', 'or is only "@"'],
    ['@', 'or is only "@"'],
    ['-x', 'starts with a dash'],
    ['--upload-pack=x', 'starts with a dash'],
    ['/a', 'empty part'],
    ['a/', 'empty part'],
    ['a//b', 'empty part'],
    ['.a', 'empty part'],
    ['a/.b', 'starts with a dot'],
    ['a.lock', '.lock'],
    ['a.', 'dot at its end'],
    ['x'.repeat(256), 'longer than 255 bytes'],
    ['\ud800', 'control character'],
  ])('%j is refused', (branch, message) => {
    expect(() => parseTarget(github, { branch })).toThrow(message)
  })

  it.each([
    `${github}/tree/main`,
    `${github}/commit/${id}`,
    `${github}/releases/tag/v1`,
    'git+https://github.com/owner/project.git#v1',
  ])('does not go with %s', (url) => {
    expect(() => parseTarget(url, { branch: 'main' })).toThrow('is already in the URL')
  })

  it('does not go with a package', () => {
    expect(() => parseTarget('https://www.npmjs.com/package/express', { branch: 'main' })).toThrow(
      'applies to git repositories only, and this is the URL of an npm package',
    )
  })
})

describe('every source', () => {
  it('is in the catalogue under its id, in order', () => {
    expect(sources.map(({ id }) => id)).toEqual(sources.map(({ id }) => id).sort())
  })

  it('leaves the hosts of others alone', () => {
    for (const source of sources.filter(({ id }) => id !== 'git'))
      expect(source.accepts(new URL('https://example.com/package/express'))).toBeUndefined()
  })
})
