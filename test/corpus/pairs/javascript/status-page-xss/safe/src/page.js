const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (character) => ENTITIES[character])

export function page(tasks) {
  const items = [...tasks].map(([label, state]) => `<li class="task">${escapeHtml(label)}: ${state}</li>`)
  return `<!doctype html><title>Tasks</title><h1>Tasks</h1><ul>${items.join('')}</ul>`
}
