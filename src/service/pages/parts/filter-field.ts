import { type Content, html } from '../html.ts'

/** Returns a filter field that selects one value or all. */
export function filterField(name: string, values: readonly string[], chosen: string | undefined): Content {
  return html`
    <div class="field">
      <label for=${`choose-${name}`}>${name[0]?.toUpperCase()}${name.slice(1)}</label>
      <select id=${`choose-${name}`} name=${name}>
        <option value="">all</option>
        ${values.map((value) => html`<option value=${value} selected=${value === chosen}>${value}</option>`)}
      </select>
    </div>
  `
}
