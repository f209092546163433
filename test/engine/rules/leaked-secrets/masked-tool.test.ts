import { describe, expect, it } from 'vitest'
import { hostMask, maskedTool } from '../../../../src/engine/rules/leaked-secrets/masked-tool.ts'
import { ScannedTool, type ToolParameter } from '../../../../src/engine/model/scanned-tool.ts'
import { inventSecret } from '../corpus/invent-secret.ts'
import { describedTool } from '../tool-definitions/find-in-server.ts'

const token = inventSecret('github-token', 'a definition')
const password = inventSecret('password', 'a definition')
const parameterOf = (parameter: Partial<ToolParameter>) =>
  maskedTool(describedTool('Adds.', { parameters: [{ name: 'a', ...parameter }] })).parameters[0]

describe('a definition that is shown', () => {
  it('has no secret in any of its texts', () => {
    const text = `Use ${token} here`
    const tool = describedTool(text, {
      name: token,
      title: text,
      template: text,
      alsoDeclared: [{ path: 'a.py', line: 1, description: text }],
      parameters: [{ name: 'a', description: text, type: `Literal["${token}"]`, enum: [token], default: token }],
    })
    const masked = maskedTool(tool)
    expect(JSON.stringify(masked)).not.toContain(token.slice(4, 12))
    expect(JSON.stringify(masked).match(/ghp_\*{6}/g)).toHaveLength(9)
    expect(ScannedTool.parse(masked)).toEqual(masked)
  })

  it.each([
    [`${token}.api.example.com`, 'ghp_masked.api.example.com'],
    [`api.${token}.example.com`, 'api.ghp_masked.example.com'],
    ['API.Example.com', 'api.example.com'],
  ])('has no secret in the host %s', (written, shown) => {
    const at = { path: 'src/server.ts', line: 1 }
    const tool = describedTool('Sends.', {
      destinations: [
        { name: written.toLowerCase(), ...at },
        { name: 'other.example', ...at },
      ],
    })
    const masked = maskedTool(tool, hostMask([written]))
    expect(masked.destinations).toEqual([
      { name: shown, ...at },
      { name: 'other.example', ...at },
    ])
    expect(ScannedTool.parse(masked)).toEqual(masked)
  })

  it('has no value that is a secret by the name of its parameter', () => {
    expect(parameterOf({ name: 'password', default: password })?.default).toBe('******')
    expect(parameterOf({ name: 'password', enum: [password] })?.enum).toEqual(['******'])
  })

  it('stays what it is without secrets', () => {
    const tool = describedTool('Größe 🔑 in `cm`, "quoted"', {
      title: 'Adds',
      definitionHash: 'a'.repeat(64),
      parameters: [
        {
          name: 'api_key',
          description: 'Your key',
          type: 'str',
          enum: ['a"', '', 'b'],
          default: 'your-key-here"',
          required: true,
        },
      ],
    })
    expect(maskedTool(tool)).toEqual(tool)
  })

  it.each([
    ['type', 300],
    ['description', 5_000],
    ['default', 5_000],
  ] as const)('shows no rest of a secret through which its %s was cut', (part, longest) => {
    for (let shown = 1; shown < token.length; shown += 1) {
      const before = `${'word '.repeat(longest / 5)}`.slice(0, longest - shown - 1) + ' '
      const masked = parameterOf({ [part]: (before + token).slice(0, longest) })?.[part] ?? ''
      expect(masked).not.toContain('ghp_')
      expect(masked.length).toBeLessThanOrEqual(longest)
    }
  })
})
