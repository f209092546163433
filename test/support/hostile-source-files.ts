/** A source file that attacks its parser. */
export interface HostileFile {
  readonly path: string
  readonly content: Buffer
}

const nested = (depth: number, open: string, inner: string, close: string) =>
  open.repeat(depth) + inner + close.repeat(depth)

/** Returns this number of lines. */
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

/** Too deep for any recursive parser, in files of at most a few hundred KB. */
const deep = 20_000

const javaScript: Readonly<Record<string, string>> = {
  'parentheses.js': `x = ${nested(deep, '(', '1', ')')}`,
  'open-parentheses.js': '('.repeat(deep),
  'arrays.js': `x = ${nested(deep, '[', '', ']')}`,
  'open-brackets.js': '['.repeat(deep),
  'objects.js': `x = ${nested(deep, '{a:', '1', '}')}`,
  'blocks.js': nested(deep, '{', '', '}'),
  'open-braces.js': '{'.repeat(deep),
  'calls.js': nested(deep, 'f(', '', ')'),
  'templates.js': `x = ${nested(deep, '`${', '1', '}`')}`,
  'functions.js': nested(12_000, 'function f(){', '', '}'),
  'arrows.js': `x = ${'a=>'.repeat(deep)}1`,
  'parenthesised-arrows.js': `x = ${nested(deep, '(a=', '1', ')=>1')}`,
  'ternaries.js': `x = ${'a?'.repeat(deep)}1${':1'.repeat(deep)}`,
  'long-ternaries.js': `x = ${'a?1:'.repeat(deep)}1`,
  'else-if.js': `${'if(a){}else '.repeat(deep)}{}`,
  'classes.js': nested(12_000, 'class A{m(){', '', '}}'),
  'extends.js': `x = ${nested(12_000, 'class extends(', 'A', '){}')}`,
  'destructuring.js': `let ${nested(deep, '[', 'a', ']')} = b`,
  'object-patterns.js': `let ${nested(deep, '{a:', 'b', '}')} = c`,
  'unary.js': `x = ${'!'.repeat(1_000_000)}1`,
  'minus.js': `x = ${'- '.repeat(200_000)}1`,
  'typeof.js': `x = ${'typeof '.repeat(deep)}1`,
  'await.mjs': `${'await '.repeat(deep)}1`,
  'new.js': `x = ${'new '.repeat(deep)}a`,
  'sum.js': `x = 1${'+1'.repeat(200_000)}`,
  'powers.js': `x = 1${'**1'.repeat(deep)}`,
  'assignments.js': `${'a='.repeat(deep)}1`,
  'members.js': `x = a${'.a'.repeat(200_000)}`,
  'optional-members.js': `x = a${'?.a'.repeat(300_000)}`,
  'chained-calls.js': `a${'()'.repeat(200_000)}`,
  'labels.js': `${lines(12_000, (index) => `a${index}:`)}x`,
  'sequence.js': `x = (1${',1'.repeat(300_000)})`,
  'spreads.js': `f(${nested(deep, '...[', '', ']')})`,
  'while.js': `${'while(1)'.repeat(deep)};`,
  'for.js': `${'for(;;)'.repeat(deep)};`,
  'try.js': nested(deep, 'try{', '', '}finally{}'),
  'switch.js': nested(deep, 'switch(1){case 1:', '', '}'),
  'regex.js': `x = /${nested(deep, '(?:', 'a', ')')}/`,
  'open-regex.js': `x = /${'(a*)*'.repeat(deep)}`,
  'endless-line.js': `x = "${'a'.repeat(1_000_000)}`,
  'endless-comment.js': `/*${'*'.repeat(1_000_000)}`,
  'escapes.js': `x = "${'\\u{10FFFF}'.repeat(300_000)}"`,
  'lone-surrogates.js': `require("${'\\ud800'.repeat(100)}"); require("\\0")`,
  'statements.js': ';'.repeat(1_000_000),
  'declared-again.js': lines(100_000, () => 'let a'),
  'jsx.jsx': `x = ${nested(12_000, '<a>', '', '</a>')}`,
  'open-jsx.jsx': `x = ${'<a>'.repeat(deep)}`,
  'jsx-attributes.jsx': `x = ${nested(12_000, '<a b={', '1', '}/>')}`,
  'decorators.ts': `${'@a '.repeat(deep)}class B {}`,
  'generics.ts': 'a<'.repeat(deep),
  'closed-generics.ts': `let x: ${nested(deep, 'A<', 'B', '>')}`,
  'conditional-types.ts': `type X = ${'A extends B ? '.repeat(12_000)}C${' : D'.repeat(12_000)}`,
  'function-types.ts': `type X = ${nested(deep, '(a: ', 'b', ') => c')}`,
  'array-types.ts': `type X = a${'[]'.repeat(deep)}`,
  'unions.ts': `type X = a${'|a'.repeat(300_000)}`,
  'type-objects.ts': `type X = ${nested(deep, '{a:', 'b', '}')}`,
  'casts.ts': `x = ${'<a>'.repeat(deep)}1`,
  'as.ts': `x = 1${' as a'.repeat(deep)}`,
  'non-null.ts': `x = a${'!'.repeat(deep)}`,
  'namespaces.ts': nested(12_000, 'namespace a {', '', '}'),
  'keyof.ts': `type X = ${'keyof '.repeat(deep)}a`,
}

const python: Readonly<Record<string, string>> = {
  'parentheses.py': `x = ${nested(deep, '(', '1', ')')}`,
  'open-parentheses.py': '('.repeat(deep),
  'lists.py': `x = ${nested(deep, '[', '', ']')}`,
  'dicts.py': `x = ${nested(deep, '{1:', '1', '}')}`,
  'lambdas.py': `x = ${'lambda: '.repeat(deep)}1`,
  'not.py': `x = ${'not '.repeat(deep)}1`,
  'minus.py': `x = ${'-'.repeat(200_000)}1`,
  'sum.py': `x = 1${'+1'.repeat(deep)}`,
  'powers.py': `x = 1${'**1'.repeat(deep)}`,
  'comparisons.py': `x = 1${'<1'.repeat(deep)}`,
  'members.py': `x = a${'.a'.repeat(deep)}`,
  'calls.py': nested(deep, 'f(', '', ')'),
  'chained-calls.py': `a${'()'.repeat(deep)}`,
  'subscripts.py': `x = a${'[0]'.repeat(deep)}`,
  'indent.py': `${lines(1_500, (index) => `${' '.repeat(index)}if a:`)}\n${' '.repeat(1_500)}pass`,
  'elif.py': `if a: pass\n${lines(12_000, () => 'elif a: pass')}`,
  'ternaries.py': `x = ${'1 if a else '.repeat(12_000)}1`,
  'comprehensions.py': `x = ${nested(3_000, '[a for a in ', 'b', ']')}`,
  'many-for.py': `x = [a${' for a in b'.repeat(12_000)}]`,
  'f-strings.py': `x = ${nested(500, 'f"{', '1', '}"')}`,
  'f-string-parts.py': `x = f"${'{a}'.repeat(100_000)}"`,
  'decorators.py': `${'@a\n'.repeat(20_000)}def b(): pass`,
  'continued.py': `x = 1${' + \\\n1'.repeat(20_000)}`,
  'continued-for-ever.py': '\\\n'.repeat(200_000),
  'open-string.py': `x = """${'a"'.repeat(1_000_000)}`,
  'walrus.py': `x = ${nested(12_000, '(a := ', '1', ')')}`,
  'star.py': `x = ${nested(12_000, '[*', 'a', ']')}`,
  'await.py': `async def a():\n    ${'await '.repeat(12_000)}b`,
  'number.py': `x = ${'1'.repeat(1_000_000)}`,
  'names.py': lines(20_000, (index) => `from a${index} import *`),
  'match.py': `match a:\n    case ${nested(12_000, '[', 'b', ']')}: pass`,
  'types.py': `def f(x: ${nested(12_000, 'A[', 'b', ']')}): pass`,
}

const bytes: Readonly<Record<string, Buffer>> = {
  'nul.js': Buffer.alloc(100_000),
  'nul.py': Buffer.alloc(100_000),
  'literal.js': Buffer.concat([Buffer.from('x = "'), Buffer.alloc(100 * 1024 * 1024, 'a'), Buffer.from('"')]),
  'utf-16.py': Buffer.from('\uFEFFimport os', 'utf16le'),
  'invalid.py': Buffer.from([0x78, 0x3d, 0x22, 0xed, 0xa0, 0x80, 0x22]),
  'surrogates.js': Buffer.from([0x7b, 0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80, 0xff]),
  'marks.js': Buffer.from('\uFEFF'.repeat(100_000)),
}

/** More than 50 generated files in `hostile/` that crash parsers, keep them busy, exhaust memory, or are not text. */
export function hostileSourceFiles(): HostileFile[] {
  const texts = Object.entries({ ...javaScript, ...python }).map(([name, text]) => [name, Buffer.from(text)] as const)
  return [...texts, ...Object.entries(bytes)].map(([name, content]) => ({ path: `hostile/${name}`, content }))
}
