import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/**
 * Pages that the tests of a file share, one for each kind of browser context. A new context with a page takes as much
 * of the processor as two visits of the form.
 */
export interface KeptPages {
  /** A page that is as good as new. A second one of a kind in the same test is new. */
  open(options: BrowserContextOptions): Promise<Page>
  /** Ends what the test did, and closes every page that was not kept. */
  reset(): Promise<void>
}

interface Kept {
  readonly page: Page
  readonly protocol: CDPSession
  readonly reducedMotion: NonNullable<BrowserContextOptions['reducedMotion']>
  /** What a test added to the page, and what takes it away again. */
  readonly added: { dispose(): Promise<void> }[]
}

const usualViewport = { width: 1280, height: 720 }

export function keepPages(browser: Browser): KeptPages {
  const kept = new Map<string, Kept>()
  const taken = new Set<string>()

  async function open({ viewport, colorScheme, ...options }: BrowserContextOptions): Promise<Page> {
    const kind = JSON.stringify(options)
    if (taken.has(kind)) {
      const context = await browser.newContext({
        ...options,
        ...(viewport !== undefined && { viewport }),
        ...(colorScheme !== undefined && { colorScheme }),
      })
      return context.newPage()
    }
    taken.add(kind)
    const { page } = kept.get(kind) ?? (await keep(kind, options))
    const size = viewport ?? usualViewport
    const present = page.viewportSize()
    if (present?.width !== size.width || present.height !== size.height) await page.setViewportSize(size)
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
    return page
  }

  async function keep(kind: string, options: BrowserContextOptions): Promise<Kept> {
    const page = await (await browser.newContext(options)).newPage()
    const added: Kept['added'] = []
    const [addInitScript, exposeFunction] = [page.addInitScript.bind(page), page.exposeFunction.bind(page)]
    page.addInitScript = async (...words: Parameters<Page['addInitScript']>) => {
      const script = await addInitScript(...words)
      added.push(script)
      return script
    }
    page.exposeFunction = async (...words) => {
      const exposed = await exposeFunction(...words)
      added.push(exposed)
      return exposed
    }
    const one = {
      page,
      added,
      protocol: await page.context().newCDPSession(page),
      reducedMotion: options.reducedMotion ?? ('no-preference' as const),
    }
    kept.set(kind, one)
    return one
  }

  async function reset(): Promise<void> {
    const clean = [...kept]
      .filter(([kind]) => taken.has(kind))
      .map(async ([kind, one]) => {
        await restore(one).catch(() => kept.delete(kind))
      })
    await Promise.all(clean)
    taken.clear()
    const stay = new Set([...kept.values()].map(({ page }) => page.context()))
    for (const context of browser.contexts()) if (!stay.has(context)) await context.close()
  }

  return { open, reset }
}

async function restore({ page, added, protocol, reducedMotion }: Kept): Promise<void> {
  if (page.isClosed()) throw new Error('A test closed this page')
  const context = page.context()
  page.removeAllListeners()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all(added.splice(0).map((one) => one.dispose()))
  // A frame may be the browser's own page about an error, or forbid its storage.
  await Promise.all(page.frames().map((frame) => frame.evaluate(() => sessionStorage.clear()).catch(() => null)))
  await context.clearCookies()
  // What an earlier test loaded must not come from the cache when the service answers nothing.
  await protocol.send('Network.clearBrowserCache')
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion })
  // An empty document ends the frames, with their timers. A navigation to one takes four times as long.
  await page.evaluate(() => document.open().close())
}
