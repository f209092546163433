import { describe, expect, it } from 'vitest'
import { flowsIn } from '../../taint/propagation/found-flows.ts'

/** Returns the minified code that webpack writes around modules. */
function table(modules: string, entry: string): string {
  return (
    `(()=>{var e={${modules}},t={};function r(n){var o=t[n];if(void 0!==o)return o.exports;var ` +
    's=t[n]={exports:{}};return e[n](s,s.exports,r),s.exports}r.n=e=>{var ' +
    't=e&&e.__esModule?()=>e.default:()=>e;return r.d(t,{a:t}),t},r.d=(e,t)=>{for(var n in ' +
    `t)Object.defineProperty(e,n,{enumerable:!0,get:t[n]})};(()=>{${entry}})()})();`
  )
}
const outside =
  '1:e=>{"use ' +
  'strict";e.exports=require("node:child_process")},2:e=>{e.exports=require("@modelcontextprotocol/sdk/' +
  'server/mcp.js")},3:e=>{e.exports=require("zod")}'
const serve = (call: string) =>
  `const n=new(r(2).McpServer)({name:"s",version:"1"});n.tool("run",{name:r(3).z.string()},async({name:e})=>${call})`
const kinds = (text: string) => flowsIn(text).flows.map(({ kind, model }) => `${kind} ${model}`)

describe('a table of modules', () => {
  it.each([
    ['module.exports', '4:(e,t,r)=>{const n=r(1);e.exports=e=>n.execSync("ls "+e)}', 'r(4)(e)'],
    ['exports', '4:(e,t,r)=>{const n=r(1);t.run=e=>n.execSync("ls "+e)}', '(0,r(4).run)(e)'],
    [
      'exports that say that they are',
      '4:(e,t,r)=>{Object.defineProperty(t,"__esModule",{value:!0}),t.run=e=>r(1).execSync("ls "+e)}',
      '(0,r(4).run)(e)',
    ],
    [
      'getters, before there is what they give',
      '4:(e,t,r)=>{r.d(t,{Z:()=>o,x:()=>a});const n=r(1);function o(e){return n.execSync("ls "+e)}const a=1}',
      '(0,r(4).Z)(e)',
    ],
    ['a default', '4:(e,t,r)=>{r.d(t,{default:()=>o});function o(e){return r(1).execSync("ls "+e)}}', 'r.n(r(4))()(e)'],
    ['methods', '4(e,t,r){t.run=e=>r(1).execSync("ls "+e)}', 'r(4).run(e)'],
    [
      'another module in between',
      '4:(e,t,r)=>{e.exports=r(5)},5:(e,t,r)=>{t.run=e=>r(1).execSync("ls "+e)}',
      'r(4).run(e)',
    ],
  ])('gives what a module exports by %s', (_, module, call) => {
    expect(kinds(table(`${outside},${module}`, serve(call)))).toEqual(['command child_process.execSync'])
  })

  it('does not mix up hundreds of modules', () => {
    const many = Array.from(
      { length: 200 },
      (_, index) => `${index + 10}:(e,t,r)=>{t.run=e=>${index === 77 ? 'r(1).execSync("ls "+e)' : `"${index}"+e`}}`,
    ).join(',')
    expect(kinds(table(`${outside},${many}`, serve('r(86).run(e)')))).toEqual([])
    expect(kinds(table(`${outside},${many}`, serve('r(87).run(e)')))).toEqual(['command child_process.execSync'])
  })

  it('is an array as well', () => {
    const text =
      '(()=>{var e=[e=>{e.exports=require("child_process")},(e,t,r)=>{t.run=e=>r(0).execSync("ls ' +
      '"+e)}],t={};function r(n){var o=t[n];return ' +
      'o?o.exports:(e[n](t[n]={exports:{}},t[n].exports,r),t[n].exports)}'
    expect(
      kinds(
        `${text}` +
          `${serve('r(1).run(e)')
            .replace('r(2)', 'require("@modelcontextprotocol/sdk/server/mcp.js")')
            .replace('r(3)', 'require("zod")')}` +
          '})();',
      ),
    ).toEqual(['command child_process.execSync'])
  })

  it('has modules that are run by a function of its own, `require.cw`', () => {
    const text = table(
      outside,
      'var a=r.cw(e=>{e.exports=require("child_process")}),b=r.cw((e,t)=>{t.run=e=>a().execSync("ls ' +
        `"+e)});${serve('b().run(e)')}`,
    )
    expect(kinds(text)).toEqual(['command child_process.execSync'])
  })

  it('leaves out modules whose key is a path into another package', () => {
    const text = table(
      `${outside},"./node_modules/axios/index.js":(e,t,r)=>{e.exports={get:e=>eval(e)}}`,
      serve('r("./node_modules/axios/index.js").get(e)'),
    )
    expect(kinds(text)).toEqual(['url axios.get'])
    expect(flowsIn(text).vendored?.map((one) => one.package)).toEqual(['axios'])
  })

  it('is distinguished from one in an earlier function', () => {
    const inner =
      'var i=()=>{var e={9:(e,t)=>{t.run=e=>e}},t={};function r(n){var o=t[n]={exports:{}};return ' +
      'e[n](o,o.exports,r),o.exports}return r(9)};'
    const text = table(`${outside},4:(e,t,r)=>{t.run=e=>r(1).execSync("ls "+e)}`, serve('r(4).run(e)')).replace(
      'var e={',
      `${inner}var e={`,
    )
    expect(kinds(text)).toEqual(['command child_process.execSync'])
  })

  it.each([
    [
      'gives them to its caller',
      'function byName(name) { const found = handlers[name]; if (!found) throw new Error("none"); return found }',
      'byName(params.name)(params.arguments)',
    ],
    [
      'gives them to its caller although it could run one',
      'function byName(name) { const m = {}; if (!name) handlers[name](m, m.exports, byName); return handlers[name] }',
      'byName(params.name)(params.arguments)',
    ],
    [
      'runs them with what it got',
      'function run(params) { return handlers[params.name](params.arguments) }\nfunction has(name) { return ' +
        'handlers[name] !== undefined }',
      'run(params)',
    ],
  ])('is none where own functions stand in an object and another function %s', (_, lookup, call) => {
    const text =
      'const { Server } = require("@modelcontextprotocol/sdk/server/index.js"), { CallToolRequestSchema } = ' +
      `require("@modelcontextprotocol/sdk/types.js"), { execSync } = require("child_process")
const handlers = { ping: async (args) => execSync('ping ' + args.host), list: async () => [] }
${lookup}
const server = new Server({ name: 's', version: '1' }, {})
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ${call})`
    expect(kinds(text)).toEqual(['command child_process.execSync'])
  })
})
