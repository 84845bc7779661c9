export const Component = () => <h1>privacy-policy</h1>
