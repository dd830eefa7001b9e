import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useId } from "react";

export interface LinkChoice {
  value: string;
  label: string;
  /** Topic in the open list. */
  topic?: string;
  /** Description, shown and searched there. */
  doc?: string;
  /** A link element without children, which renders the choice. */
  link: ReactElement<{
    children?: ReactNode;
    "aria-current"?: "true";
    onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  }>;
}

export interface LinkChoicesProps {
  choices: readonly LinkChoice[];
  value: string | undefined;
  /** True if choices are grouped by topic and described. */
  isDescribed: boolean;
  onChoose: () => void;
}

/** The links of a `LinkPicker`. */
export function LinkChoices({ choices, value, isDescribed, onChoose }: LinkChoicesProps) {
  const topics = isDescribed ? [...new Set(choices.map(({ topic }) => topic ?? ""))] : [""];
  const id = useId();
  return (
    <ul>
      {topics.map((topic, index) => {
        const of = isDescribed ? choices.filter((choice) => (choice.topic ?? "") === topic) : choices;
        const items = of.map((choice) => (
          <LinkItem
            key={choice.value}
            choice={choice}
            isCurrent={choice.value === value}
            isDescribed={isDescribed}
            onChoose={onChoose}
          />
        ));
        if (topic === "") return items;
        return (
          <li key={topic}>
            <span id={`${id}${index}`} className="link-picker-topic">
              {topic}
            </span>
            <ul aria-labelledby={`${id}${index}`}>{items}</ul>
          </li>
        );
      })}
    </ul>
  );
}

interface LinkItemProps extends Pick<LinkChoicesProps, "isDescribed" | "onChoose"> {
  choice: LinkChoice;
  isCurrent: boolean;
}

const LinkItem = ({ choice, isCurrent, isDescribed, onChoose }: LinkItemProps) => (
  <li className="link-picker-item">
    {cloneElement(choice.link, {
      children: choice.label,
      "aria-current": isCurrent ? "true" : undefined,
      onClick: onChoose,
    })}
    {isDescribed && choice.doc !== undefined && <span className="link-picker-doc">{choice.doc}</span>}
  </li>
);
