import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** The commands of WebDriver that these tests use, with their parameters. Each browser gets them in its own way. */
export interface Commands {
  readonly navigate: { readonly url: string }
  readonly back: object
  readonly reload: object
  readonly execute: { readonly script: string; readonly args: readonly unknown[] }
  /** `frame` is an element, or null for the page around all frames. */
  readonly enter: { readonly frame: ElementReference | null }
  readonly click: { readonly element: string }
  readonly type: { readonly element: string; readonly text: string }
  readonly act: { readonly actions: readonly object[] }
  readonly resize: { readonly width: number; readonly height: number }
  readonly screenshot: object
}

/** How WebDriver passes an element to and from a browser. */
export type ElementReference = Readonly<Record<typeof elementKey, string>>

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export function idOf(element: ElementReference): string {
  return element[elementKey]
}

/** A running browser with one window. */
export interface RemoteBrowser {
  readonly name: string
  send<Name extends keyof Commands>(name: Name, parameters: Commands[Name]): Promise<unknown>
  /** Errors and warnings of pages since the last call, as the browser's console shows them. */
  complaints(): Promise<string[]>
  stop(): Promise<void>
}

export interface BrowserOptions {
  /** The customer's system prefers dark pages. */
  readonly isDark?: boolean
  /** The browser's first language. */
  readonly language?: string
}

/** Ends a process that this test started, and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  const isGone = await Promise.race([gone.then(() => true), pause(10_000, false, { ref: false })])
  if (!isGone) {
    child.kill('SIGKILL')
    await gone
  }
}
