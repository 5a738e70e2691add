import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

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
