import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'

const makes = {
  kind: 'deserialization',
  effect: 'deserializes objects of any class',
} as const satisfies SinkEffect
const compiles = { kind: 'template', effect: 'runs a template' } as const satisfies SinkEffect
const configures = { kind: 'template', effect: 'sets options of a template engine' } as const satisfies SinkEffect
const shows = { kind: 'html', effect: 'sends HTML to a browser' } as const satisfies SinkEffect
const settings = {
  kind: 'environment',
  effect: 'writes lines to a settings file',
} as const satisfies SinkEffect
const leads = { kind: 'redirect', effect: 'redirects a browser' } as const satisfies SinkEffect

/** Deserialization in formats that can create arbitrary objects. */
export const deserializationSinks: readonly SinkModel[] = [
  {
    language: 'javascript',
    callee: 'node-serialize.unserialize',
    argument: 0,
    ...makes,
    example: "import serialize from 'node-serialize'; export const f = (tainted) => serialize.unserialize(tainted)",
  },
  {
    language: 'javascript',
    callee: 'serialize-to-js.deserialize',
    argument: 0,
    ...makes,
    example: "import s from 'serialize-to-js'; export const f = (tainted) => s.deserialize(tainted)",
  },
  {
    language: 'javascript',
    callee: 'funcster.deepDeserialize',
    argument: 0,
    ...makes,
    example: "import funcster from 'funcster'; export const f = (tainted) => funcster.deepDeserialize(tainted)",
  },
  {
    language: 'javascript',
    callee: 'cryo.parse',
    argument: 0,
    ...makes,
    example: "import cryo from 'cryo'; export const f = (tainted) => cryo.parse(tainted)",
  },
  {
    language: 'javascript',
    callee: 'v8.deserialize',
    argument: 0,
    ...makes,
    example: "import v8 from 'node:v8'; export const f = (tainted) => v8.deserialize(tainted)",
  },
  {
    language: 'javascript',
    callee: 'js-yaml.load',
    argument: 0,
    when: 'unsafe-schema',
    ...makes,
    example:
      "import yaml from 'js-yaml'; export const f = (tainted) => yaml.load(tainted, { schema: " +
      'yaml.DEFAULT_FULL_SCHEMA })',
  },
  ...[
    'pickle.loads',
    'pickle.load',
    'marshal.loads',
    'marshal.load',
    'jsonpickle.decode',
    'shelve.open',
    'joblib.load',
    'torch.load',
    'pandas.read_pickle',
    'yaml.unsafe_load',
    'yaml.unsafe_load_all',
    'yaml.full_load',
  ].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    ...makes,
    ...(callee === 'torch.load' && { when: 'weights-not-alone' }),
    example: `import ${callee.split('.')[0]}\ndef f(tainted):\n    return ${callee}(tainted)`,
  })),
  ...['yaml.YAML().load', 'yaml.YAML().load_all'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: 'stream',
    when: 'unsafe-type',
    ...makes,
    example:
      `from ruamel.yaml import YAML\ndef f(tainted):\n    return ` +
      `YAML(typ='unsafe').${callee.split('.').at(-1)}(tainted)`,
  })),
  ...['yaml.load', 'yaml.load_all'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: 'stream',
    when: 'unsafe-loader',
    ...makes,
    example: `import yaml\ndef f(tainted):\n    return ${callee}(tainted, Loader=yaml.Loader)`,
  })),
]

/** Template sources that are compiled. */
export const templateSinks: readonly SinkModel[] = [
  ...[
    'ejs.render',
    'ejs.compile',
    'handlebars.compile',
    'handlebars.precompile',
    'pug.compile',
    'pug.render',
    'nunjucks.renderString',
    'nunjucks.compile',
    'lodash.template',
    'underscore.template',
    'dot.template',
    'eta.renderString',
    'swig.render',
    'squirrelly.render',
    'art-template.render',
    'doT.template',
  ].map((callee): SinkModel => ({
    language: 'javascript',
    callee,
    argument: 0,
    ...compiles,
    example:
      `import engine from '${callee.split('.')[0]}'; export const f = (tainted) => ` +
      `engine.${callee.split('.')[1]}(tainted, {})`,
  })),
  {
    language: 'javascript',
    callee: 'nunjucks.*.renderString',
    argument: 0,
    ...compiles,
    example:
      "import nunjucks from 'nunjucks'; export const f = (tainted) => new " +
      'nunjucks.Environment().renderString(tainted, {})',
  },
  {
    language: 'javascript',
    callee: 'lodash.template',
    argument: 0,
    ...compiles,
    example: "import _ from 'lodash'; export const f = (tainted) => _.template(tainted)",
  },
  {
    callee: 'jinja2.Template',
    language: 'python',
    argument: 0,
    name: 'source',
    ...compiles,
    example: 'from jinja2 import Template\ndef f(tainted):\n    return Template(tainted).render()',
  },
  {
    callee: 'jinja2.*.from_string',
    language: 'python',
    argument: 0,
    name: 'source',
    ...compiles,
    when: 'no-sandbox',
    example: 'import jinja2\ndef f(tainted):\n    return jinja2.Environment().from_string(tainted)',
  },
  {
    callee: 'flask.render_template_string',
    language: 'python',
    argument: 0,
    name: 'source',
    ...compiles,
    example: 'from flask import render_template_string\ndef f(tainted):\n    return render_template_string(tainted)',
  },
  // Template engines read options, such as names of generated functions, from the template data's `settings` field.
  {
    language: 'javascript',
    method: 'render',
    receiver: /\bres(?:ponse)?\b/,
    argument: 1,
    at: ['settings'],
    ...configures,
    example: "export const f = (res, tainted) => res.render('page', { ...tainted })",
  },
  {
    callee: 'mako.template.Template',
    language: 'python',
    argument: 0,
    name: 'text',
    ...compiles,
    example: 'from mako.template import Template\ndef f(tainted):\n    return Template(tainted).render()',
  },
]

/** HTML sent to a browser. */
export const htmlSinks: readonly SinkModel[] = [
  ...['send', 'end', 'write'].map((method): SinkModel => ({
    language: 'javascript',
    method,
    receiver: /\bres(?:ponse)?\b|\breply\b|server response/,
    argument: 0,
    when: 'markup',
    ...shows,
    example: `export const f = (res, tainted) => res.${method}(\`<h1>\${tainted}</h1>\`)`,
  })),
  {
    language: 'javascript',
    method: 'html',
    receiver: /\b(?:c|ctx|context|res(?:ponse)?|reply)\b/,
    argument: 0,
    when: 'markup',
    ...shows,
    example: 'export const f = (ctx, tainted) => ctx.html(`<h1>${tainted}</h1>`)',
  },
  {
    language: 'javascript',
    callee: 'new Response',
    argument: 0,
    when: 'markup',
    ...shows,
    example: 'export const f = (tainted) => new Response(`<h1>${tainted}</h1>`, { headers: {} })',
  },
  {
    language: 'javascript',
    callee: 'document.write',
    argument: 0,
    ...shows,
    effect: 'writes HTML into a page',
    example: 'export const f = (tainted) => document.write(tainted)',
  },
  {
    language: 'javascript',
    method: 'insertAdjacentHTML',
    argument: 1,
    ...shows,
    effect: 'writes HTML into a page',
    example: "export const f = (element, tainted) => element.insertAdjacentHTML('beforeend', tainted)",
  },
  ...['starlette.responses.HTMLResponse', 'fastapi.responses.HTMLResponse'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: 'content',
    ...shows,
    example:
      `from ${callee.slice(0, callee.lastIndexOf('.'))} import HTMLResponse\ndef f(tainted):\n    return ` +
      'HTMLResponse(f"<h1>{tainted}</h1>")',
  })),
  ...['markupsafe.Markup', 'flask.Markup'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    ...shows,
    example: `from ${callee.split('.')[0]} import Markup\ndef f(tainted):\n    return Markup(tainted)`,
  })),
  ...['mark_safe', 'SafeString', 'SafeText'].map((name): SinkModel => ({
    callee: `django.utils.safestring.${name}`,
    language: 'python',
    argument: 0,
    name: 's',
    ...shows,
    example: `from django.utils.safestring import ${name}\ndef f(tainted):\n    return ${name}(tainted)`,
  })),
  ...(
    [
      ['django.http.HttpResponse', 'content'],
      ['flask.Response', 'response'],
      ['flask.make_response', 'response'],
      ['sanic.response.html', 'body'],
    ] as const
  ).map(([callee, name]): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name,
    when: 'markup',
    ...shows,
    example:
      `from ${callee.replace(/\.(\w+)$/, ' import $1')} as answer\n` +
      'def f(tainted):\n    return answer(f"<h1>{tainted}</h1>")',
  })),
  {
    callee: 'aiohttp.web.Response',
    language: 'python',
    argument: Infinity,
    name: 'text',
    when: 'markup',
    ...shows,
    example: 'from aiohttp import web\ndef f(tainted):\n    return web.Response(text=f"<h1>{tainted}</h1>")',
  },
]

/** Decorators of functions whose result a framework sends as HTML. */
export const pageRoutes =
  /^(?:flask\.(?:Flask|Blueprint)\(\)|quart\.(?:Quart|Blueprint)\(\)|bottle(?:\.Bottle\(\))?)\.(?:route|get|post|put|patch|delete)$/
export const pageResponses = /\bHTMLResponse$/

/** Redirect destinations. */
export const redirectSinks: readonly SinkModel[] = [
  {
    language: 'javascript',
    method: 'redirect',
    receiver: /\b(?:res(?:ponse)?|reply|c|ctx|context)\b/,
    argument: 0,
    when: 'one-argument',
    ...leads,
    example: 'export const f = (res, tainted) => res.redirect(tainted)',
  },
  {
    language: 'javascript',
    method: 'redirect',
    receiver: /\b(?:res(?:ponse)?|reply)\b/,
    argument: 1,
    ...leads,
    example: 'export const f = (res, tainted) => res.redirect(302, tainted)',
  },
  {
    language: 'javascript',
    callee: 'Response.redirect',
    argument: 0,
    ...leads,
    example: 'export const f = (tainted) => Response.redirect(tainted)',
  },
  ...['redirect', 'permanentRedirect'].map((name): SinkModel => ({
    language: 'javascript',
    callee: `next/navigation.${name}`,
    argument: 0,
    ...leads,
    example: `import { ${name} } from 'next/navigation'; export const f = (tainted) => ${name}(tainted)`,
  })),
  {
    language: 'javascript',
    callee: 'next/server.NextResponse.redirect',
    argument: 0,
    ...leads,
    example: "import { NextResponse } from 'next/server'; export const f = (tainted) => NextResponse.redirect(tainted)",
  },
  {
    language: 'javascript',
    method: 'setHeader',
    argument: 1,
    when: 'location-header',
    ...leads,
    example: "export const f = (res, tainted) => res.setHeader('Location', tainted)",
  },
  {
    language: 'javascript',
    method: 'writeHead',
    argument: 1,
    at: ['Location'],
    ...leads,
    example: 'export const f = (res, tainted) => res.writeHead(302, { Location: tainted })',
  },
  {
    language: 'javascript',
    method: 'writeHead',
    argument: 1,
    at: ['location'],
    ...leads,
    example: 'export const f = (res, tainted) => res.writeHead(302, { location: tainted })',
  },
  ...['starlette.responses.RedirectResponse', 'fastapi.responses.RedirectResponse'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: 'url',
    ...leads,
    example:
      `from ${callee.slice(0, callee.lastIndexOf('.'))} import RedirectResponse\ndef f(tainted):\n    return ` +
      'RedirectResponse(tainted)',
  })),
  ...['flask.redirect', 'werkzeug.utils.redirect', 'quart.redirect'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: 'location',
    ...leads,
    example:
      `from ${callee.slice(0, callee.lastIndexOf('.'))} import redirect\ndef f(tainted):\n    return ` +
      'redirect(tainted)',
  })),
  ...(
    [
      ['django.shortcuts.redirect', 'to'],
      ['django.http.HttpResponseRedirect', 'redirect_to'],
      ['django.http.HttpResponsePermanentRedirect', 'redirect_to'],
      ['aiohttp.web.HTTPFound', 'location'],
      ['aiohttp.web.HTTPSeeOther', 'location'],
      ['aiohttp.web.HTTPMovedPermanently', 'location'],
      ['aiohttp.web.HTTPTemporaryRedirect', 'location'],
      ['sanic.response.redirect', 'to'],
      ['sanic.redirect', 'to'],
      ['bottle.redirect', 'url'],
    ] as const
  ).map(([callee, name]): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name,
    ...leads,
    example: `from ${callee.replace(/\.(\w+)$/, ' import $1')} as lead\n` + 'def f(tainted):\n    return lead(tainted)',
  })),
]

/** Names of environment variables, or lines of an environment file. */
export const environmentSinks: readonly SinkModel[] = [
  ...['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'outputFile', 'outputFileSync'].map(
    (name): SinkModel => ({
      language: 'javascript',
      callee: `fs.${name}`,
      argument: 1,
      when: 'environment-file',
      ...settings,
      example: `import fs from 'node:fs'; export const f = (tainted) => fs.${name}('.env', \`TOKEN=\${tainted}\`)`,
    }),
  ),
  {
    callee: 'pathlib.*.write_text',
    language: 'python',
    argument: 0,
    name: 'data',
    when: 'environment-receiver',
    ...settings,
    example: 'from pathlib import Path\ndef f(tainted):\n    Path(".env").write_text(f"TOKEN={tainted}")',
  },
  {
    callee: 'open().write',
    language: 'python',
    argument: 0,
    when: 'environment-receiver',
    ...settings,
    example: 'def f(tainted):\n    with open(".env", "a") as file:\n        file.write(f"TOKEN={tainted}\\n")',
  },
  {
    callee: 'dotenv.set_key',
    language: 'python',
    argument: 1,
    kind: 'environment',
    effect: 'sets a setting by its name',
    example: 'from dotenv import set_key\ndef f(tainted):\n    set_key(".env", tainted, "x")',
  },
  {
    callee: 'os.putenv',
    language: 'python',
    argument: 0,
    kind: 'environment',
    effect: 'sets an environment variable by its name',
    example: 'import os\ndef f(tainted):\n    os.putenv(tainted, "x")',
  },
]

const selects = { kind: 'reflection', effect: 'calls what a name refers to' } as const satisfies SinkEffect
const parses = { kind: 'xml', effect: 'parses XML and reads external entities' } as const satisfies SinkEffect
const matches = { kind: 'pattern', effect: 'compiles a regular expression' } as const satisfies SinkEffect

/** Attribute names whose values are called. Calls of `object[name]()` are in `reflected-calls.ts`. */
export const reflectionSinks: readonly SinkModel[] = [
  {
    callee: 'getattr',
    language: 'python',
    argument: 1,
    when: 'called',
    ...selects,
    example: 'def f(client, tainted):\n    return getattr(client, tainted)("x")',
  },
]

/** Functions that return the names in a module, a function, or an object as a mapping, and the equivalent attribute. */
export const namespaceCalls: ReadonlySet<string> = new Set(['globals', 'locals', 'vars'])
export const namespaceAttribute = '__dict__'

/** XML parsers that resolve external entities. */
export const xmlSinks: readonly SinkModel[] = [
  ...['libxmljs', 'libxmljs2'].flatMap((module) =>
    ['parseXml', 'parseXmlString', 'parseXmlAsync'].map((name): SinkModel => ({
      language: 'javascript',
      callee: `${module}.${name}`,
      argument: 0,
      when: 'external-entities',
      ...parses,
      example: `import xml from '${module}'; export const f = (tainted) => xml.${name}(tainted, { noent: true })`,
    })),
  ),
  ...['lxml.etree.fromstring', 'lxml.etree.XML', 'lxml.etree.parse'].map((callee): SinkModel => ({
    callee,
    language: 'python',
    argument: 0,
    name: callee.endsWith('parse') ? 'source' : 'text',
    when: 'external-entities',
    ...parses,
    example:
      `from lxml import etree\ndef f(tainted):\n    return ${callee.replace('lxml.', '')}(tainted, ` +
      'parser=etree.XMLParser(resolve_entities=True))',
  })),
  ...['xml.sax.parseString', 'xml.sax.parse', 'xml.dom.pulldom.parseString', 'xml.dom.minidom.parseString'].map(
    (callee): SinkModel => ({
      callee,
      language: 'python',
      argument: 0,
      name: callee === 'xml.sax.parse' ? 'source' : 'string',
      when: 'external-entities',
      ...parses,
      example:
        `import xml.sax, ${callee.slice(0, callee.lastIndexOf('.'))}\nfrom xml.sax.handler import ` +
        `feature_external_ges\n` +
        'def f(tainted):\n    parser = xml.sax.make_parser()\n    parser.setFeature(feature_external_ges, True)\n' +
        `    return ${callee}(tainted, parser=parser)`,
    }),
  ),
]

/** Regular expressions compiled from a string. */
export const patternSinks: readonly SinkModel[] = [
  ...['new RegExp', 'RegExp'].map((callee): SinkModel => ({
    language: 'javascript',
    callee,
    argument: 0,
    ...matches,
    example: `export const f = (tainted) => ${callee}(tainted, 'i')`,
  })),
  ...['compile', 'search', 'match', 'fullmatch', 'findall', 'finditer', 'sub', 'subn', 'split'].map(
    (name): SinkModel => ({
      callee: `re.${name}`,
      language: 'python',
      argument: 0,
      name: 'pattern',
      ...matches,
      example: `import re\ndef f(tainted):\n    return re.${name}(tainted, "x", "y")`,
    }),
  ),
]
