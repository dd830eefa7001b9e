import { Tabs as Base } from "@base-ui/react/tabs";
import clsx from "clsx";
import type { ReactNode } from "react";
import type { Size } from "../styles/scale";

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
}

const tabClass: Record<Size, string> = {
  xs: "px-2 py-1 text-xs",
  sm: "px-2.5 py-1.5 text-sm",
  md: "px-3 py-2 text-md",
  lg: "px-4 py-2.5 text-base",
  xl: "px-5 py-3 text-lg",
};

export interface TabsProps {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly Tab[];
  /** Without a value the tabs are uncontrolled and start with the first. */
  value?: string;
  onChange?: (value: string) => void;
  size?: Size;
}

/** Several panels in one place. For a choice in the URL use `SegmentedControl` with links. */
export function Tabs({ label, tabs, value, onChange, size = "md" }: TabsProps) {
  return (
    <Base.Root value={value} defaultValue={tabs[0]?.value} onValueChange={(next: string) => onChange?.(next)}>
      <Base.List aria-label={label} className="relative flex flex-wrap border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className={clsx(
              "-mb-px whitespace-nowrap border-transparent border-b-2 font-medium text-muted outline-offset-[-2px] hover:text-ink",
              "data-active:border-accent data-active:text-ink data-disabled:opacity-50",
              tabClass[size],
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        // The library keeps the previous panel for a frame to animate it; without an animation, both would be
        // visible.
        <Base.Panel key={tab.value} value={tab.value} className="pt-3 [&[inert]]:hidden">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
