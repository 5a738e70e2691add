import { isValidElement, type ReactNode } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { CommandChip } from "./command-chip.tsx";

const plugins = [remarkGfm];

/** Loaded on the first answer. HTML in answers stays text; links open in a tab that knows nothing of this page. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a module's default.
export default function MarkdownBlock({ text }: { text: string }) {
  return (
    <Markdown
      remarkPlugins={plugins}
      // Judged by the link itself, below: what is refused stays readable.
      urlTransform={(url) => url}
      components={{
        a: ({ href = "", children }) => <Link href={href}>{children}</Link>,
        // A picture from elsewhere would tell its server who reads this.
        pre: ({ children }) => <Fence>{children}</Fence>,
        img: ({ alt, src }) => (
          <span>
            {alt || "picture"} <span className="text-text-3">({String(src ?? "")})</span>
          </span>
        ),
      }}
    >
      {text}
    </Markdown>
  );
}

/** The languages of a shell, and none: models often name none for a command. */
const shellLanguages = /^(?:language-(?:sh|bash|zsh|fish|shell)|)$/;

/** Code between fences is a chip like `<cmd>`: a person may run it, copy it, or put it at the prompt. */
function Fence({ children }: { children: ReactNode }) {
  const code = isValidElement<{ className?: string; children?: ReactNode }>(children) ? children.props : null;
  if (code === null || typeof code.children !== "string") return <pre>{children}</pre>;
  return <CommandChip command={code.children.trimEnd()} isShell={shellLanguages.test(code.className ?? "")} />;
}

/** http and https only. Where it leads is said beside it, unless the words say it already: a model may be told to lie. */
function Link({ href, children }: { href: string; children: React.ReactNode }) {
  const url = URL.parse(href);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return (
      <span>
        {children} <span className="text-text-3">({href.slice(0, 200)})</span>
      </span>
    );
  }
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer" title={url.href}>
        {children}
      </a>
      {children !== href && <span className="text-text-3"> ({url.host})</span>}
    </>
  );
}
