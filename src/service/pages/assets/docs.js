/* Adds a copy button to every code block. The blocks also work without it. */
if (navigator.clipboard)
  for (const block of document.querySelectorAll('main pre')) {
    const frame = document.createElement('div')
    const button = document.createElement('button')
    frame.className = 'snippet'
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', 'Copy code')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '')
      button.textContent = 'Copied'
      button.setAttribute('aria-label', 'Code copied')
      setTimeout(() => {
        button.textContent = 'Copy'
        button.setAttribute('aria-label', 'Copy code')
      }, 2_000)
    })
    block.replaceWith(frame)
    frame.append(block, button)
  }

/* Shows the current page in a menu that is longer than the screen. */
const menu = document.querySelector('.docs-side')
const current = menu?.querySelector('[aria-current]')
if (menu && current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2
