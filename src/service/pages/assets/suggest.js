// Suggests servers while you type in a search field. Implements the combobox pattern of the ARIA Authoring Practices
// Guide. Without this script, the field still searches.
const minCharacters = 2
const pauseMs = 120

for (const input of document.querySelectorAll('input[data-suggest]')) suggestFor(input)

function suggestFor(input) {
  const list = document.createElement('ul')
  list.id = `${input.id}-suggestions`
  list.className = 'suggestions'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Suggested servers')
  list.hidden = true
  input.after(list)
  input.parentElement.classList.add('suggested')
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value)

  let request = new AbortController()
  let timer = 0
  let active = -1

  const choose = (index) => {
    active = index
    for (const [place, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(place === index))
    if (index < 0) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', list.children[index].id)
    list.children[index].scrollIntoView({ block: 'nearest' })
  }
  const show = (isShown) => {
    list.hidden = !isShown
    input.setAttribute('aria-expanded', String(isShown))
    choose(-1)
  }
  const close = () => {
    clearTimeout(timer)
    request.abort()
    show(false)
  }

  async function ask() {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const text = input.value.trim()
    if (text.length < minCharacters) return show(false)
    try {
      const response = await fetch(`${input.dataset.suggest}?${new URLSearchParams({ q: text })}`, { signal })
      const { suggestions } = response.ok ? await response.json() : { suggestions: [] }
      // A response can arrive after the visitor has left the field.
      if (signal.aborted || document.activeElement !== input) return
      list.replaceChildren(...suggestions.map(optionOf))
      show(suggestions.length > 0)
    } catch {
      // Ignored, because the search itself still works and reports its own failures.
    }
  }

  function optionOf({ name, grade, href }, index) {
    const option = document.createElement('li')
    option.id = `${list.id}-${index}`
    option.setAttribute('role', 'option')
    option.setAttribute('aria-selected', 'false')
    option.dataset.href = href
    const title = document.createElement('bdi')
    title.textContent = name
    const rating = document.createElement('span')
    rating.className = 'quiet'
    rating.textContent = grade === null ? 'not graded' : `grade ${grade}`
    option.append(title, ' ', rating)
    return option
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, pauseMs)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return
    const { length } = list.children
    if (event.key === 'ArrowDown') choose(active + 1 < length ? active + 1 : -1)
    else if (event.key === 'ArrowUp') choose(active < 0 ? length - 1 : active - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && active >= 0) location.assign(list.children[active].dataset.href)
    else {
      if (event.key === 'Enter') close()
      return
    }
    event.preventDefault()
  })
  input.addEventListener('blur', close)
  // Keeps the focus in the field, so that the click arrives before the list closes.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role="option"]')
    if (option) location.assign(option.dataset.href)
  })
}
