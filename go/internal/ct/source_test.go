// The source, for the tests that compare lists with it.

package ct_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the folder of the module, as tests see it.
const root = "../.."

// layers are the packages below the API in which what is not named Var is constant time.
var layers = []string{"modinv", "field", "scalar", "group", "mult"}

// A source is a file of the module that is no test.
type source struct {
	name string // from the module's folder
	set  *token.FileSet
	file *ast.File
}

// sources parses the files of a folder that are no tests, whatever their build tags.
func sources(t *testing.T, folder string) []source {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var found []source
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, source{filepath.ToSlash(relative), set, file})
	}
	if len(found) == 0 {
		t.Fatalf("no source in %s", folder)
	}
	return found
}

// variable tells whether the file is one of variable time.
func (s source) variable() bool { return strings.HasSuffix(s.name, "_var.go") }

// functions returns the functions of a file by their names: "Mul2", "Element.Mul".
func (s source) functions() map[string]*ast.FuncDecl {
	found := map[string]*ast.FuncDecl{}
	for _, declaration := range s.file.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			receiver := f.Recv.List[0].Type
			if pointer, ok := receiver.(*ast.StarExpr); ok {
				receiver = pointer.X
			}
			name = receiver.(*ast.Ident).Name + "." + name
		}
		found[name] = f
	}
	return found
}

// folders returns the folders of the module that have source of it: none of other modules in it,
// none of tests' data.
func folders(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if path != root {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if err == nil || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" {
				return filepath.SkipDir
			}
		}
		if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) > 0 {
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			found = append(found, relative)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
