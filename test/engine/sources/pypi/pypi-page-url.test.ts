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
    ['https://pypi.org/', /not a project page/],
    ['https://pypi.org/project/', /not a project page/],
    ['https://pypi.org/help/requests/', /not a project page/],
    ['https://pypi.org/project/a/1.0/more/', /not a project page/],
    ['https://pypi.org/user/somebody/', /not a project page/],
    ['https://pypi.org/project/%E0%A4%A/', /not a project page/],
    ['https://pypi.org/project/-a/', /"-a" is not a valid Python project name/],
    ['https://pypi.org/project/a%20b/', /is not a valid Python project name/],
    [
      'https://pypi.org/project/%2e%2e%2fadmin/',
      /not a project page|is not a valid Python project name|is not a Python version/,
    ],
    ['https://pypi.org/project/a/latest/', /"latest" is not a Python version. Use a version such as 1\.2\.3/],
    ['https://pypi.org/project/a/%3E=1/', /is not a Python version/],
    ['https://test.pypi.org/project/requests/', /does not scan the test index/],
    ['http://pypi.org/project/requests/', /must start with https/],
    ['https://user:secret@pypi.org/project/requests/', /user information/],
  ])('%s is refused', (url, message) => {
    expect(() => parseTarget(url)).toThrow(message)
  })

  it('of another host is not for this source', () => {
    for (const url of ['https://pypi.org.example.com/project/a/', 'https://pypi.org:8443/project/a/'])
      expect(pypi.accepts(new URL(url))).toBeUndefined()
  })
})
