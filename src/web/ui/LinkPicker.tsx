import { ChevronsUpDown } from "lucide-react";
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useRef } from "react";
import { buttonClass } from "./Button";
import "./linkPicker.css";

export interface LinkChoice {
  value: string;
  label: string;
  /** A link element without children: the choice becomes it, so that it is an address. */
  link: ReactElement<{
    children?: ReactNode;
    "aria-current"?: "true";
    onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  }>;
}

export interface LinkPickerProps {
  label: string;
  choices: readonly LinkChoice[];
  value: string | undefined;
}

/** One choice of many as a list of links that opens without scripts. */
export function LinkPicker({ label, choices, value }: LinkPickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute("open");
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <details
      ref={details}
      className="link-picker"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !details.current?.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !details.current?.open) return;
        close();
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={buttonClass({ variant: "outline", size: "sm" })}>
        <span className="text-muted">{label}</span>
        <span>{chosen?.label ?? "Choose"}</span>
        <ChevronsUpDown className="size-3 text-muted" aria-hidden="true" />
      </summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice.value}>
            {cloneElement(choice.link, {
              children: choice.label,
              "aria-current": choice.value === value ? "true" : undefined,
              onClick: close,
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
