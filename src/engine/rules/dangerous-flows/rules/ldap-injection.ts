import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const ldapInjection = defineFlowRule({
  kind: 'query',
  applies: ({ action }) => action === 'search-directory',
  weakness: 'LDAP injection',
  document: {
    id: 'ldap-injection',
    title: 'LDAP injection: untrusted input becomes part of a search filter',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-90'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1803'],
    what:
      'Untrusted input becomes part of the filter in an LDAP search with ldapjs, ldapts, ldap3, or python-ldap. ' +
      'Escaped values and filter objects are not reported.',
    why:
      'A value with parentheses can add conditions to the filter. An attacker can make the search return other ' +
      'entries and their attributes. If the server uses the search to sign users in, an attacker can also sign in as ' +
      'another user.',
    remediation: 'Escape the value for use in LDAP filters, or build the filter from objects.',
    examples: {
      bad: [
        exampleTool({
          tool: 'find_person',
          argument: 'name',
          imports: "import { Client } from 'ldapts'\n\nconst directory = new Client({ url: 'ldaps://ldap.example' })",
          body: "const text = JSON.stringify(await directory.search('dc=example', { filter: `(uid=${name})` }))",
        }),
        examplePythonTool({
          tool: 'find_person',
          argument: 'name: str',
          imports: 'from ldap3 import Connection\n\ndirectory = Connection("ldaps://ldap.example")',
          body: 'directory.search("dc=example", f"(uid={name})")\nreturn str(directory.entries)',
        }),
      ],
      good: [
        exampleTool({
          tool: 'find_person',
          argument: 'name',
          imports:
            "import { Client, EqualityFilter } from 'ldapts'\n\n" +
            "const directory = new Client({ url: 'ldaps://ldap.example' })",
          body:
            "const filter = new EqualityFilter({ attribute: 'uid', value: name })\n" +
            "const text = JSON.stringify(await directory.search('dc=example', { filter }))",
        }),
        examplePythonTool({
          tool: 'find_person',
          argument: 'name: str',
          imports:
            'from ldap3 import Connection\nfrom ldap3.utils.conv import escape_filter_chars\n\n' +
            'directory = Connection("ldaps://ldap.example")',
          body: 'directory.search("dc=example", f"(uid={escape_filter_chars(name)})")\nreturn str(directory.entries)',
        }),
      ],
    },
  },
  baseSeverity: () => 'high',
  attack: () => 'add conditions to the filter, to match other entries than the program meant',
  remediation: ({ isPython }) =>
    isPython
      ? 'Escape the value with `escape_filter_chars(value)` from `ldap3.utils.conv` or `ldap.filter`.'
      : 'Build the filter from objects, such as `new EqualityFilter({ attribute, value })`, which escape the value.',
})
