import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'

const searches = {
  kind: 'query',
  effect: 'searches a directory',
  action: 'search-directory',
} as const satisfies SinkEffect
const selects = {
  kind: 'query',
  effect: 'selects parts of an XML document',
  action: 'select-in-document',
} as const satisfies SinkEffect

/** LDAP filters and XPath expressions. */
export const filterSinks: readonly SinkModel[] = [
  ...['ldapjs', 'ldapts'].map((module): SinkModel => ({
    language: 'javascript',
    callee: `${module}.*.search`,
    argument: 1,
    at: ['filter'],
    ...searches,
    example:
      `import * as m from '${module}'; ` +
      `const client = ${module === 'ldapjs' ? 'm.createClient({})' : 'new m.Client({})'}; ` +
      "export const f = (tainted) => client.search('dc=example', { filter: `(uid=${tainted})` })",
  })),
  {
    language: 'javascript',
    method: 'search',
    receiver: /\bldap\b/,
    argument: 1,
    at: ['filter'],
    ...searches,
    example:
      "export const f = (ldapClient, tainted) => ldapClient.search('dc=example', { filter: `(uid=${tainted})` })",
  },
  {
    callee: 'ldap3.*.search',
    language: 'python',
    argument: 1,
    name: 'search_filter',
    ...searches,
    example:
      'from ldap3 import Connection\ndef f(server, tainted):\n    ' +
      'Connection(server).search("dc=example", f"(uid={tainted})")',
  },
  ...['search', 'search_s', 'search_st', 'search_ext', 'search_ext_s'].map((name): SinkModel => ({
    callee: `ldap.*.${name}`,
    language: 'python',
    argument: 2,
    name: 'filterstr',
    ...searches,
    example: `import ldap\ndef f(tainted):\n    ldap.initialize("x").${name}("dc=example", 2, f"(uid={tainted})")`,
  })),
  ...['select', 'select1', 'evaluate', 'parse'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `xpath.${name}`,
    argument: 0,
    ...selects,
    example:
      `import xpath from 'xpath'; export const f = (document, tainted) => ` +
      `xpath.${name}(\`//user[@name='\${tainted}']\`, document)`,
  })),
  ...['lxml.etree.XPath', 'lxml.etree.ETXPath'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: 'path',
    ...selects,
    example: `from lxml import etree\ndef f(tainted):\n    return ${callee.slice(5)}(f"//user[@name='{tainted}']")`,
  })),
  {
    callee: 'lxml.*.xpath',
    language: 'python',
    argument: 0,
    name: '_path',
    ...selects,
    example:
      'from lxml import etree\ndef f(tainted):\n    return etree.parse("x.xml").xpath(f"//user[@name=\'{tainted}\']")',
  },
  {
    method: 'xpath',
    language: 'python',
    receiver: /\b(?:tree|root|doc(?:ument)?|dom|xml)\b/,
    argument: 0,
    name: '_path',
    ...selects,
    example: 'def f(tree, tainted):\n    return tree.xpath(f"//user[@name=\'{tainted}\']")',
  },
]
