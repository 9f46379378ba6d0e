/** The page's elements: found, with the type they must have, and built, with text only as text. */

type ElementType<T extends Element> = abstract new () => T;

/** The element of this id; the templates promise it. */
export function need<T extends HTMLElement>(id: string, type: ElementType<T>): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

/** The element of this id, or null where the page goes without it. */
export function seek<T extends HTMLElement>(id: string, type: ElementType<T>): T | null {
  const found = document.getElementById(id);
  return found instanceof type ? found : null;
}

export function build<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Sets an element's text when it differs, so that nothing is drawn or read out again for nothing. */
export function setText(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
