import { defineWeakCallRule } from '../weak-call-rule.ts'

export const templateEscapingOff = defineWeakCallRule({
  weakness: 'template-escaping-off',
  title: 'Missing output escaping',
  document: {
    id: 'template-escaping-off',
    title: 'Missing output escaping: templates insert values as markup',
    category: 'code',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-116', 'CWE-79'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A template engine is configured not to escape values: `autoescape: false` in Nunjucks and Swig, ' +
      '`autoescape=False` in Jinja2, or `noEscape: true` in Handlebars.',
    why: "A value that one user enters can contain a script that runs in another user's browser.",
    remediation: 'Leave escaping enabled, and exempt only individual values that are known to be safe.',
    examples: {
      bad: [
        "// server.ts\nimport nunjucks from 'nunjucks'\n\nnunjucks.configure('views', { autoescape: false })\n",
        '# server.py\nimport jinja2\n\npages = jinja2.Environment(autoescape=False)\n',
      ],
      good: [
        "// server.ts\nimport nunjucks from 'nunjucks'\n\nnunjucks.configure('views', { autoescape: true })\n",
        '# server.py\nimport jinja2\n\npages = jinja2.Environment(autoescape=True)\n',
      ],
    },
  },
  message: (call, place) =>
    `${call}() at ${place} disables escaping. An attacker whose text appears on a page can run scripts in another ` +
    "user's browser.",
})
