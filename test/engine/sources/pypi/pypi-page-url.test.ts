import { describe, expect, it } from 'vitest'
import { parseTarget } from '../../../../src/engine/sources/accept-url.ts'
import { pypi } from '../../../../src/engine/sources/pypi/pypi.ts'

describe('the page of a Python project', () => {
  it.each<[string, string, string?]>([
    ['https://pypi.org/project/requests/', 'requests'],
    ['https://pypi.org/project/requests', 'requests'],
    ['https://www.pypi.org/project/requests/#files', 'requests'],
    ['https://pypi.python.org/project/requests/?x=1', 'requests'],
    ['https://PYPI.org/project/Flask_Login..X/', 'flask-login-x'],
    ['https://pypi.org/p/requests', 'requests'],
    ['https://pypi.org/project/requests/2.32.0/', 'requests', '2.32.0'],
    ['https://pypi.org/project/requests/2.0rc1', 'requests', '2.0rc1'],
    ['https://pypi.org/project/a/1!2.0.post1/', 'a', '1!2.0.post1'],
    ['https://pypi.org/project/a/1.0%2Blocal/', 'a', '1.0+local'],
    ['https://pypi.org/project/constructor/', 'constructor'],
  ])('%s', (url, name, version) => {
    expect(parseTarget(url)).toEqual({ type: 'pypi', name, ...(version !== undefined && { version }) })
  })

  it.each([
    ['https://pypi.org/', /not the page of a project/],
    ['https://pypi.org/project/', /not the page of a project/],
    ['https://pypi.org/help/requests/', /not the page of a project/],
    ['https://pypi.org/project/a/1.0/more/', /not the page of a project/],
    ['https://pypi.org/user/somebody/', /not the page of a project/],
    ['https://pypi.org/project/%E0%A4%A/', /not the page of a project/],
    ['https://pypi.org/project/-a/', /"-a" cannot be the name of a Python project/],
    ['https://pypi.org/project/a%20b/', /cannot be the name/],
    ['https://pypi.org/project/%2e%2e%2fadmin/', /not the page|cannot be the name|is not the version/],
    [
      'https://pypi.org/project/a/latest/',
      /"latest" is not the version of a Python project; versions look like 1\.2\.3/,
    ],
    ['https://pypi.org/project/a/%3E=1/', /is not the version/],
    ['https://test.pypi.org/project/requests/', /test index is not scanned/],
    ['http://pypi.org/project/requests/', /should start with https/],
    ['https://user:secret@pypi.org/project/requests/', /user information/],
  ])('%s is refused', (url, message) => {
    expect(() => parseTarget(url)).toThrow(message)
  })

  it('of another host is not for this source', () => {
    for (const url of ['https://pypi.org.example.com/project/a/', 'https://pypi.org:8443/project/a/'])
      expect(pypi.accepts(new URL(url))).toBeUndefined()
  })
})
